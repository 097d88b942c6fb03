import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';

// Any server of static files would do.
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' };
const port = Number(process.argv[2]);

createServer(async ({ url }, response) => {
  const path = url === '/' ? '/index.html' : url;
  const file = await readFile(`.${path}`).catch(() => undefined);
  response.writeHead(file ? 200 : 404, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' }).end(file);
}).listen(port, 'localhost', () => process.stdout.write(`http://localhost:${port}\n`));
