import type { Page, Request } from '@playwright/test';

/** Answers all requests to a URL, which may have wildcards, with JSON. */
export async function answerJson(
  page: Page,
  url: string,
  reply: (request: Request) => object,
): Promise<void> {
  await page.route(url, (route, request) => {
    const { origin = '*', ...asked } = request.headers();
    const headers = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': asked['access-control-request-headers'] ?? '*',
      'Access-Control-Allow-Methods': 'GET, POST',
    };
    // The browser asks before the page may call another site.
    if (request.method() === 'OPTIONS') return route.fulfill({ headers });
    return route.fulfill({ headers, json: reply(request) });
  });
}
