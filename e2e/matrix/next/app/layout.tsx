import type { ReactNode } from 'react';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        {process.env.NODE_ENV === 'development' && (
          // eslint-disable-next-line @next/next/no-sync-scripts -- it must run before the app does
          <script src="http://localhost:8477/__mobile-wallet/client.js" />
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}
