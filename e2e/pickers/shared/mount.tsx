import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders an app into its page. */
export function mount(app: ReactNode): void {
  const element = document.querySelector('main');
  if (!element) throw new Error('The page has no <main>');
  createRoot(element).render(app);
}
