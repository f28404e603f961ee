// Texts of the console are whole: what is said stands in one message of the locale files, which every language orders in its own way.
// Nothing may join what `t` answers, take it apart, or put two of them side by side in one line of text. A function whose name ends in
// `Text` counts as `t` does: that is how those are called that answer a text in the language shown.

const joined = 'Say it in one message with placeholders, as a list by listText, or in an element of its own.'
const takenApart = 'A text is shown as its language wrote it: give what differs a message of its own.'

const answersText = /^t$|Text$/
const splits = new Set([
  ...['split', 'slice', 'substring', 'substr', 'charAt', 'at', 'replace', 'replaceAll', 'concat'],
  ...['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase'],
])
/** What an array that holds texts still holds after it. */
const keeps = new Set(['filter', 'slice', 'concat', 'flat', 'reverse', 'sort', 'toSorted', 'toReversed'])

const nameOf = (callee) =>
  callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? callee.property.name : undefined

/** The expression below what says only its type, or that it may be missing. */
function bare(node) {
  const wrappers = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ChainExpression']
  return node != null && wrappers.includes(node.type) ? bare(node.expression) : node
}

/** Tells of the expressions of one file whether they are texts, or lists of texts. */
function reader(sourceCode) {
  const open = new Set()

  function variable(identifier) {
    for (let scope = sourceCode.getScope(identifier); scope !== null; scope = scope.upper) {
      const found = scope.set.get(identifier.name)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Whether one of the values that a variable is given satisfies. */
  function given(identifier, satisfies) {
    const found = variable(identifier)
    if (found === undefined || open.has(found)) return false
    open.add(found)
    const is =
      found.defs.some(
        ({ node }) => node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && satisfies(node.init),
      ) ||
      found.references.some(({ writeExpr, identifier: { parent } }) => {
        const pushes = parent.type === 'MemberExpression' && parent.property.name === 'push' && parent.parent
        return (
          satisfies(writeExpr) ||
          (satisfies === isList && pushes?.arguments?.some((argument) => isText(argument) || isList(argument)))
        )
      })
    open.delete(found)
    return is
  }

  function isText(expression) {
    const node = bare(expression)
    switch (node?.type) {
      case 'CallExpression':
        return answersText.test(nameOf(node.callee) ?? '')
      case 'ConditionalExpression':
        return isText(node.consequent) || isText(node.alternate)
      case 'LogicalExpression':
        return isText(node.left) || isText(node.right)
      case 'Identifier':
        return given(node, isText)
      default:
        return false
    }
  }

  function isList(expression) {
    const node = bare(expression)
    switch (node?.type) {
      case 'ArrayExpression':
        return node.elements.some((element) =>
          element?.type === 'SpreadElement' ? isList(element.argument) : isText(element),
        )
      case 'SpreadElement':
        return isList(node.argument)
      case 'ConditionalExpression':
        return isList(node.consequent) || isList(node.alternate)
      case 'LogicalExpression':
        return isList(node.left) || isList(node.right)
      case 'CallExpression': {
        if (node.callee.type !== 'MemberExpression') return false
        const does = node.callee.property.name
        if (keeps.has(does)) return isList(node.callee.object)
        const [each] = node.arguments
        if (does !== 'map' && does !== 'flatMap') return false
        return each?.type === 'Identifier' ? answersText.test(each.name) : isText(each?.body) || isList(each?.body)
      }
      case 'Identifier':
        return given(node, isList)
      default:
        return false
    }
  }

  return { isText, isList }
}

/** Whether a piece of JSX text is seen: white space with a line break in it is not. */
const isSeen = (text) => text.trim() !== '' || (text !== '' && !text.includes('\n'))

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'keep translated texts whole' },
    messages: { joined, takenApart },
    schema: [],
  },
  create(context) {
    const { isText, isList } = reader(context.sourceCode)

    function checkChildren({ children }) {
      const shown = children.filter((child) => child.type !== 'JSXText' || isSeen(child.value))
      const holdsText = (child) =>
        child.type === 'JSXExpressionContainer' && (isText(child.expression) || isList(child.expression))
      const first = shown.find(holdsText)
      const beside = (child) => child !== first && (child.type === 'JSXText' || holdsText(child))
      if (first !== undefined && shown.some(beside)) context.report({ node: first, messageId: 'joined' })
    }

    return {
      BinaryExpression(node) {
        if (node.operator === '+' && (isText(node.left) || isText(node.right))) {
          context.report({ node, messageId: 'joined' })
        }
      },
      TemplateLiteral(node) {
        if (node.expressions.some(isText)) context.report({ node, messageId: 'joined' })
      },
      AssignmentExpression(node) {
        if (node.operator === '+=' && isText(node.right)) context.report({ node, messageId: 'joined' })
      },
      CallExpression(node) {
        if (node.callee.type !== 'MemberExpression') return
        const does = node.callee.property.name
        if (does === 'join' && isList(node.callee.object)) context.report({ node, messageId: 'joined' })
        if (splits.has(does) && isText(node.callee.object)) context.report({ node, messageId: 'takenApart' })
      },
      JSXElement: checkChildren,
      JSXFragment: checkChildren,
    }
  },
}

export default rule
