import type { CDPSession, Page } from '@playwright/test';

/** The resources that a page holds, and this process with its mock wallet. */
export type Figures = Readonly<{
  sessions: number;
  /** Bytes of the page's JavaScript heap after garbage collection. */
  heap: number;
  listeners: number;
  nodes: number;
  /** The page's open WebSockets. */
  sockets: number;
  /** The sockets of this process, including listening ones: the wallet's and Playwright's own. */
  processSockets: number;
}>;

/** Counts the page's WebSockets from now on. Returns a function that measures all figures. */
export async function createMeter(page: Page): Promise<(sessions: number) => Promise<Figures>> {
  let sockets = 0;
  page.on('websocket', (socket) => {
    sockets++;
    socket.on('close', () => sockets--);
  });
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  return async (sessions) => {
    // Collect twice, because finalizers of the first collection release objects for the second.
    await client.send('HeapProfiler.collectGarbage');
    await client.send('HeapProfiler.collectGarbage');
    const metrics = await getMetrics(client);
    return {
      sessions,
      heap: metrics['JSHeapUsedSize'] ?? Number.NaN,
      listeners: metrics['JSEventListeners'] ?? Number.NaN,
      nodes: metrics['Nodes'] ?? Number.NaN,
      sockets,
      processSockets: process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length,
    };
  };
}

async function getMetrics(client: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics } = await client.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Formats figures as a row of the table under {@link HEADER}. */
export function formatFigures({
  sessions,
  heap,
  listeners,
  nodes,
  sockets,
  processSockets,
}: Figures): string {
  return [sessions, `${Math.round(heap / 1024)} KiB`, listeners, nodes, sockets, processSockets]
    .map((figure) => String(figure).padStart(10))
    .join('');
}

export const HEADER = ['sessions', 'heap', 'listeners', 'nodes', 'sockets', 'in Node']
  .map((name) => name.padStart(10))
  .join('');
