import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { WebSocket } from 'ws';
import { getChromiumOptions } from '../chromium.js';

/** A response or an event of Chromium's DevTools protocol. */
type Message = Readonly<{
  id?: number;
  method?: string;
  sessionId?: string;
  params?: Fields;
  result?: Fields;
  error?: Readonly<{ message: string }>;
}>;
type Fields = Readonly<Record<string, unknown>>;

/** A tab of a {@link Browser}. */
export type Tab = Readonly<{
  /** Brings the tab to the front of its window, which hides the tab that was there. */
  show(): Promise<void>;
  /** Makes the page report from now on that it is visible and has the focus. */
  stayVisible(): Promise<void>;
  close(): Promise<void>;
  /** Runs a script with user activation. Resolves with its value, or with that of the promise it returns. */
  evaluate(script: string): Promise<unknown>;
  /**
   * Opens `url`. Resolves when the page has loaded. The script `init` runs first and may call `__tell(text)`.
   */
  open(url: string, init: string, onTell: (text: string) => void): Promise<void>;
}>;

/** A window with its own profile. */
export type Window = Readonly<{ openTab(): Promise<Tab>; close(): Promise<void> }>;

/**
 * Chromium without Playwright, because pages under Playwright always report that they are visible and
 * focused.
 */
export type Browser = Readonly<{ version: string; openWindow(): Promise<Window>; close(): Promise<void> }>;

const TELL = '__tell';

/** Starts the tests' Chromium in headless mode. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath = chromium.executablePath(), args } = getChromiumOptions();
  const profile = await mkdtemp(join(tmpdir(), 'dial-'));
  const flags = [
    '--headless=new',
    '--disable-gpu',
    '--no-sandbox',
    '--no-first-run',
    '--remote-debugging-port=0',
  ];
  const browser = spawn(executablePath, [...flags, ...args, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(browser, 'exit');
  const socket = new WebSocket(await readAddress(browser.stderr));
  await once(socket, 'open');
  const answers = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let calls = 0;
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data));
    answers.get(message.id ?? 0)?.(message);
    for (const listen of listeners) listen(message);
  });
  const call = async (method: string, params: object = {}, sessionId?: string): Promise<Fields> => {
    const id = ++calls;
    const answer = new Promise<Message>((resolve) => answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    const { result = {}, error } = await answer;
    answers.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };

  const openTab = async (browserContextId: unknown): Promise<Tab> => {
    const target = await call('Target.createTarget', { url: 'about:blank', browserContextId });
    const targetId = target['targetId'];
    const session = await call('Target.attachToTarget', { targetId, flatten: true });
    const sessionId = String(session['sessionId']);
    const callTab = (method: string, params: object): Promise<Fields> => call(method, params, sessionId);
    const on = (event: string, listener: (params: Fields) => void): void => {
      listeners.add((message) => {
        if (message.sessionId === sessionId && message.method === event) listener(message.params ?? {});
      });
    };
    return {
      async show() {
        await call('Target.activateTarget', { targetId });
      },
      async stayVisible() {
        await callTab('Emulation.setFocusEmulationEnabled', { enabled: true });
      },
      async close() {
        await call('Target.closeTarget', { targetId });
      },
      async evaluate(expression) {
        const options = { expression, userGesture: true, awaitPromise: true, returnByValue: true };
        const evaluated = await callTab('Runtime.evaluate', options);
        if (evaluated['exceptionDetails']) throw new Error(JSON.stringify(evaluated['exceptionDetails']));
        return (evaluated['result'] as Readonly<{ value?: unknown }>).value;
      },
      async open(url, source, onTell) {
        await callTab('Runtime.enable', {});
        await callTab('Page.enable', {});
        await callTab('Runtime.addBinding', { name: TELL });
        await callTab('Page.addScriptToEvaluateOnNewDocument', { source });
        on('Runtime.bindingCalled', (params) => onTell(String(params['payload'])));
        const loaded = new Promise<void>((resolve) => on('Page.loadEventFired', () => resolve()));
        await callTab('Page.navigate', { url });
        await loaded;
      },
    };
  };

  return {
    version: String((await call('Browser.getVersion'))['product']).replace(/^.*\//, ''),
    async openWindow() {
      const context = await call('Target.createBrowserContext', {});
      const browserContextId = context['browserContextId'];
      return {
        openTab: () => openTab(browserContextId),
        async close() {
          await call('Target.disposeBrowserContext', { browserContextId });
        },
      };
    },
    async close() {
      await call('Browser.close');
      await exited;
      socket.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface(output)) {
    const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      output.resume();
      return address;
    }
    lines.push(line);
  }
  throw new Error(`Chromium did not start: ${lines.join('\n')}`);
}
