// The grid against AG Grid Community, alternating in one Chromium: `node run.mjs [rounds]`, rows of the table that the other benches
// print. Processor time is that of the page's main thread, the least of all rounds; the rest are medians: ready by the clock, from the
// call that shows the grid to the end of its first frame; heap after a collection, what lies outside it for typed arrays counted in.
// A ratio has its least and greatest value of all rounds behind it. Ends with an error only where something did not work.
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

/** The Chromium in which the console's tests run, as their configuration finds it. */
async function chromiumOfTests() {
  const file = new URL('chromium.config.ts', console_)
  const define = { 'import.meta.url': JSON.stringify(file.href) }
  const made = await build({ entryPoints: [file.pathname], write: false, format: 'esm', define, logLevel: 'error' })
  const { chromium } = await import(`data:text/javascript,${encodeURIComponent(made.outputFiles[0].text)}`)
  return chromium
}

/** Processor time of the main thread of each page of a browser so far, in milliseconds, by process. */
function processorTimes(browserPid) {
  const times = {}
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer') || !isBelow(pid, browserPid)) continue
      times[pid] = Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      // It has ended meanwhile.
    }
  }
  return times
}

/** Whether a process was begun by another, or by one that was: other browsers may be at work on the machine. */
function isBelow(pid, ancestor) {
  let above = pid
  while (above !== ancestor && Number(above) > 1) {
    above = readFileSync(`/proc/${above}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]
  }
  return above === ancestor
}

/** What the busiest page has used between two readings. */
const between = (before, after) =>
  Math.max(...Object.keys(after).map((pid) => after[pid] - (before[pid] ?? 0)))

async function measure(browser, browserPid, address, name) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage')
    return (usedSize + backingStorageSize) / 1e6
  }
  await tab.goto(`${address}/${name}.html`)
  await tab.evaluate(() => window.side.prepare())
  const empty = await heap()
  await tab.evaluate(() => window.side.load())
  const loaded = await heap()
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
  const shown = await heap()
  const result = { ready, heap: shown - empty, beside: shown - loaded }
  for (const [way, down, right] of [['down', 390, 0], ['right', 0, 480], ['both', 390, 480]]) {
    await tab.waitForTimeout(300)
    const start = processorTimes(browserPid)
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
    result[way] = between(start, processorTimes(browserPid)) / frames
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
const launched = await chromium.launchServer(await chromiumOfTests())
const browser = await chromium.connect(launched.wsEndpoint())
const browserPid = String(launched.process().pid)
const results = { ours: [], peer: [] }
for (let round = 0; round < rounds; round += 1) {
  for (const side of ['ours', 'peer']) results[side].push(await measure(browser, browserPid, address, side))
}
await launched.close()
server.close()

const sorted = (numbers) => [...numbers].sort((a, b) => a - b)
const least = (numbers) => sorted(numbers)[0]
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)]

const row = (work, [ours, peer], unit, goal, ratio) =>
  console.log(`| grid 1,000 × 500: ${work} | ${ours} ${unit} | AG Grid Community 36.2: ${peer} ${unit} | ${goal} | ${ratio} |`)

/** A row of what was measured in every round, as `pick` takes it of the rounds. */
function measured(work, what, pick, unit, most) {
  const all = ['ours', 'peer'].map((side) => results[side].map((one) => one[what]))
  const told = all.map(pick)
  const ratio = told[0] / told[1]
  const ratios = sorted(all[0].map((ours, round) => ours / all[1][round]))
  const spread = [ratios[0], ratios.at(-1)].map((one) => one.toFixed(2)).join('–')
  const judged = `${ratio.toFixed(2)} × (${spread}), ${ratio <= most ? 'met' : 'missed'}`
  row(work, told.map((one) => one.toFixed(1)), unit, `≤ ${most} ×`, judged)
}

measured('ready', 'ready', median, 'ms', 0.4)
for (const [what, way] of [['both', 'both ways'], ['down', 'straight down'], ['right', 'sideways']]) {
  measured(`main thread per frame, scrolling fast ${way}`, what, least, 'ms', 0.25)
}
measured("heap with the domain's data", 'heap', median, 'MB', 0.4)
measured("heap beside the domain's data", 'beside', median, 'MB', 0.4)
const [own, peer] = [sides.ours.bytes(/console\/src\/(pages|model)\//), sides.peer.bytes(/node_modules\/ag-/)]
const kilobytes = [own, peer].map((bytes) => (bytes / 1000).toFixed(1))
row('own minified JavaScript', kilobytes, 'kB', '≤ 80 kB', `${(own / peer).toFixed(2)} ×, ${own <= 80_000 ? 'met' : 'missed'}`)
