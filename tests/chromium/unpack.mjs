// Unpacks the Chromium of the package to node_modules/chromium, whole or not at all.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const modules = new URL('node_modules/', import.meta.url);
const unpacked = new URL(`chromium.${process.pid}`, modules);
writeFileSync(unpacked, brotliDecompressSync(readFileSync(new URL('@sparticuz/chromium/bin/chromium.br', modules))), { mode: 0o755 });
renameSync(unpacked, new URL('chromium', modules));
