// The grid against AG Grid Community, alternating in one Chromium: `node run.mjs [rounds]`, table rows. Processor time is that of the
// page's main thread, the least of all rounds; ready is the median of the clock from the call that shows the grid to the end of its
// first frame.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { build } from 'esbuild'

const console_ = new URL('../../../console/', import.meta.url)
const { chromium } = createRequire(new URL('package.json', console_))('playwright')
const rounds = Number(process.argv[2] ?? 5)
const frames = 100

const tokens = readFileSync(new URL('src/ui/base.css', console_), 'utf8').replace(/@import[^;]+;/, '')
const colours = readFileSync(new URL('src/ui/tokens.css', console_), 'utf8')
const page = (name) =>
  `<!doctype html><meta charset="utf-8"><style>${colours}${tokens}#host{width:1200px;height:780px}</style>` +
  `<link rel="stylesheet" href="/${name}.css"><div id="host"></div><script src="/${name}.js"></script>`

async function bundle(name) {
  const made = await build({
    entryPoints: [new URL(`${name}.ts`, import.meta.url).pathname],
    nodePaths: [new URL('node_modules', console_).pathname],
    ...{ bundle: true, minify: true, write: false, outdir: '/', metafile: true, logLevel: 'error' },
    ...{ format: 'iife', loader: { '.svg': 'dataurl' }, target: 'es2022' },
  })
  const files = Object.fromEntries(made.outputFiles.map((file) => [file.path, file.text]))
  const parts = Object.values(made.metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  const bytes = (wanted) =>
    parts.filter(([input]) => wanted.test(input)).reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
  return { files: { ...files, [`/${name}.html`]: page(name) }, bytes }
}

/** Processor time of each page's main thread so far, in milliseconds, by process. */
function processorTimes() {
  const times = {}
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue
      times[pid] = Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      // It has ended meanwhile.
    }
  }
  return times
}

/** What the busiest page has used between two readings. */
const between = (before, after) =>
  Math.max(...Object.keys(after).map((pid) => after[pid] - (before[pid] ?? 0)))

async function measure(browser, address, name) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  await tab.goto(`${address}/${name}.html`)
  await tab.evaluate(() => window.side.prepare())
  await tab.evaluate(() => window.side.load())
  const before = await heap()
  const ready = await tab.evaluate(
    () =>
      new Promise((done) => {
        const start = performance.now()
        window.side.show()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done(performance.now() - start)
          port2.postMessage(0)
        })
      }),
  )
  await tab.waitForTimeout(500)
  const result = { ready, heap: (await heap()) - before }
  for (const [way, down, right] of [['down', 390, 0], ['right', 0, 480], ['both', 390, 480]]) {
    await tab.waitForTimeout(300)
    const start = processorTimes()
    await tab.evaluate(
      ({ down, right, frames }) =>
        new Promise((done, fail) => {
          const [vertical, horizontal] = window.side.scrollers()
          vertical.scrollTop = 0
          horizontal.scrollLeft = 0
          let frame = 0
          const step = () => {
            if (frame++ === frames) {
              const moved = vertical.scrollTop >= down * frames * 0.9 && horizontal.scrollLeft >= right * frames * 0.9
              return moved ? done() : fail(new Error('the grid has not scrolled'))
            }
            vertical.scrollTop += down
            horizontal.scrollLeft += right
            requestAnimationFrame(step)
          }
          requestAnimationFrame(step)
        }),
      { down, right, frames },
    )
    await tab.waitForTimeout(200)
    result[way] = between(start, processorTimes()) / frames
  }
  await context.close()
  return result
}

const sides = { ours: await bundle('ours'), peer: await bundle('peer') }
const files = { ...sides.ours.files, ...sides.peer.files }
const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' }
const server = createServer((request, response) => {
  const body = files[request.url]
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': types[request.url.split('.').pop()] ?? 'text/plain' })
  response.end(body)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const address = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
const results = { ours: [], peer: [] }
for (let round = 0; round < rounds; round += 1) {
  for (const side of ['ours', 'peer']) results[side].push(await measure(browser, address, side))
}
await browser.close()
server.close()

const sorted = (side, what) => results[side].map((one) => one[what]).sort((a, b) => a - b)
const least = (side, what) => sorted(side, what)[0]
const median = (side, what) => sorted(side, what)[Math.floor(rounds / 2)]
const row = (work, ours, peer, unit, goal) =>
  console.log(
    `| grid 1,000 × 500: ${work} | ${ours.toFixed(1)} ${unit} | AG Grid Community: ${peer.toFixed(1)} ${unit} | ${goal} | ${(ours / peer).toFixed(2)} × |`,
  )
row('ready', median('ours', 'ready'), median('peer', 'ready'), 'ms', '≤ 0.4 × the peer')
for (const way of ['down', 'right', 'both']) {
  const words = { down: 'down', right: 'to the right', both: 'both ways' }[way]
  row(`main thread per frame, scrolling fast ${words}`, least('ours', way), least('peer', way), 'ms', '≤ 0.25 × the peer')
}
row('heap beside the domain', median('ours', 'heap'), median('peer', 'heap'), 'MB', '≤ 0.4 × the peer')
const kilobytes = (side, wanted) => sides[side].bytes(wanted) / 1000
row(
  'minified code',
  kilobytes('ours', /console\/src\/(pages|model)\//),
  kilobytes('peer', /node_modules\/ag-/),
  'kB',
  '≤ 80 kB',
)
