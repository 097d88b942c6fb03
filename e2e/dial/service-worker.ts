/**
 * How a service worker answers a request of its page that fails, as those of web apps with an offline page
 * do.
 */
export type Fallback = keyof typeof ANSWERS;

const ANSWERS = {
  'a response of its own': "fetch(request).catch(() => new Response('offline'))",
  'a stored page': "fetch(request).catch(() => caches.match('/offline'))",
  'a stored page, and requests by address alone': "fetch(request.url).catch(() => caches.match('/offline'))",
  'an error': 'fetch(request).catch(() => Response.error())',
} as const;

/** The fallbacks, by name. */
export const FALLBACKS = Object.keys(ANSWERS) as readonly Fallback[];

/** Returns the script of a service worker that controls its page as soon as it is active. */
export function getWorker(fallback: Fallback): string {
  return `
    addEventListener('install', (event) => {
      skipWaiting();
      event.waitUntil(caches.open('offline').then((cache) => cache.put('/offline', new Response('offline'))));
    });
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      const { request } = event;
      if (request.method === 'GET') event.respondWith(${ANSWERS[fallback]});
    });`;
}

/** Registers the service worker `/worker.js` in a page. Resolves once it controls the page. */
export const REGISTER = `(async () => {
  const controlled = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  await navigator.serviceWorker.register('/worker.js');
  if (!navigator.serviceWorker.controller) await controlled;
})()`;
