// Import directions of the console. A room may import from itself and from the rooms listed for it; of an overlay only
// its open.ts may be imported from outside its folder. The folders that overlays share are for overlays alone, and what tests share,
// testing/ and the testing.tsx beside them, is for tests alone.
import path from 'node:path'

/** Room → rooms it may import from. */
export const directions = {
  generated: [],
  ui: [],
  model: ['generated'],
  i18n: ['generated'],
  api: ['generated', 'model', 'i18n'],
  session: ['generated', 'ui', 'model', 'i18n', 'api'],
  overlays: ['generated', 'ui', 'model', 'i18n', 'api', 'session'],
  pages: ['generated', 'ui', 'model', 'i18n', 'api', 'session', 'overlays'],
  app: ['generated', 'ui', 'model', 'i18n', 'api', 'session', 'overlays', 'pages'],
  'api-reference': ['ui', 'api'],
}

/**
 * Folders in overlays/ that are no overlay: the frame of all, tabs that several have, and what shows invitations. The others hold the parts
 * of which access is put together, and those by which lists of days are edited and guests are brought in.
 */
export const shared = ['frame', 'tabs', 'access', 'day-lists', 'guests', 'invitations']

/** The path of a file below src/, split, or null when it lies elsewhere. */
function belowSource(file) {
  const parts = file.split(path.sep)
  const source = parts.lastIndexOf('src')
  return source < 0 ? null : parts.slice(source + 1)
}

/** Whether what stands at a path belongs to tests. */
const isOfTests = (parts) => parts[0] === 'testing' || /(\.test|\btesting)(\.tsx?)?$/.test(parts.at(-1))

/** Why `from` may not import `to` (both split paths below src/), or null when it may. */
function objection(from, to) {
  const [room, folder] = from
  const [target, targetFolder, targetFile] = to
  if (isOfTests(to) && !isOfTests(from)) return 'what tests share is for tests alone'
  if (!(room in directions) || !(target in directions)) return null
  if (room !== target && !directions[room].includes(target)) {
    return `${room} may not import from ${target}`
  }
  if (target === 'overlays' && shared.includes(targetFolder)) {
    return room === 'overlays' ? null : `overlays/${targetFolder} is for overlays only`
  }
  const intoAnOverlay = target === 'overlays' && targetFile !== undefined
  const sameOverlay = room === 'overlays' && folder === targetFolder
  if (intoAnOverlay && !sameOverlay && !/^open(\.tsx?)?$/.test(targetFile)) {
    return `of the overlay ${targetFolder} only its open.ts may be imported`
  }
  return null
}

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'keep imports in the direction of the rooms' },
    messages: { direction: '{{ reason }}.' },
    schema: [],
  },
  create(context) {
    const from = belowSource(context.filename)
    if (!from) return {}
    function check(source) {
      if (!source || typeof source.value !== 'string' || !source.value.startsWith('.')) return
      const to = belowSource(path.resolve(path.dirname(context.filename), source.value))
      const reason = to && objection(from, to)
      if (reason) context.report({ node: source, messageId: 'direction', data: { reason } })
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
    }
  },
}

export default rule
