// Whose the texts of the console are. The first part of a key says what the texts below it are of: a screen, whose folder alone uses them,
// or a matter on which several screens speak. So nobody changes a text of one screen and finds another one changed.
import path from 'node:path'

/** What anybody may say. */
export const common = [
  ...['ui', 'words', 'roles', 'zones', 'lockLists', 'memberships'],
  ...['signIn', 'logOut', 'password', 'errors'],
]

/** First part of a key → the files and folders below src/ that use it. */
export const owners = {
  shell: ['app'],
  idle: ['app/IdleBanner'],
  login: ['pages/login'],
  oauth: ['pages/oauth', 'pages/signed-in'],
  dashboard: [
    ...['pages/dashboard', 'pages/parts'],
    ...['overlays/FilterPanel', 'overlays/Searches', 'overlays/modify-filters'],
  ],
  keptOut: ['pages/dashboard'],
  firstSteps: ['pages/dashboard'],
  doors: ['pages/doors'],
  invitation: ['pages/invitation'],
  firstStart: ['pages/first-start'],
  resetPassword: ['pages/reset-password'],
  forgotPassword: ['pages/forgot-password'],
  overlay: ['overlays'],
  tabs: ['overlays'],
  effect: ['overlays'],
  csv: ['overlays'],
  removal: ['overlays/frame'],
  access: [
    ...['overlays/access', 'overlays/modify-access', 'overlays/day-lists', 'overlays/guests'],
    ...['overlays/OfferedLocks', 'model/save-plan', 'api/codes', 'i18n'],
  ],
  operate: ['overlays/OperateDoor', 'overlays/modify-lock', 'pages/dashboard'],
  lock: ['overlays/modify-lock'],
  lockGroup: ['overlays/modify-lock-group'],
  people: ['overlays/modify-user', 'overlays/modify-user-group'],
  createGroup: ['overlays/create-group'],
  addDevice: ['overlays/add-device'],
  account: ['overlays/my-account'],
  domainSettings: ['overlays/domain-settings'],
  recoveryCodes: ['overlays/recovery-codes'],
  dayLists: [
    ...['overlays/day-lists', 'overlays/create-day-list', 'overlays/modify-day-list', 'overlays/domain-settings'],
    'api/codes',
  ],
  guests: ['overlays/guests', 'overlays/create-users', 'overlays/invite-guests', 'overlays/invite-person'],
  createUsers: ['overlays/create-users'],
  inviteGuests: ['overlays/invite-guests'],
  invitePerson: ['overlays/invite-person'],
  sentInvitations: ['overlays/sent-invitations'],
  receivedInvitations: ['overlays/received-invitations'],
  invitations: [
    ...['overlays/invitations', 'overlays/OfferedLocks', 'overlays/Accepted', 'overlays/ask-to-decline'],
    ...['overlays/invite-guests', 'overlays/invite-person', 'overlays/modify-user'],
    ...['overlays/sent-invitations', 'overlays/received-invitations', 'pages/invitation'],
  ],
}

/** The path of a file below src/, or null when it lies elsewhere. */
function belowSource(file) {
  const parts = file.split(path.sep)
  const source = parts.lastIndexOf('src')
  return source < 0 ? null : parts.slice(source + 1).join('/')
}

/** Whether a file is the one named, or lies in the folder named. */
const isOf = (file, name) => file.startsWith(`${name}/`) || file.startsWith(`${name}.`)

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'keep the texts of a screen to that screen' },
    messages: {
      owner: 'Texts below {{ first }} are for {{ owners }}. What several say has a name of its own, as `words` does.',
    },
    schema: [],
  },
  create(context) {
    const file = belowSource(context.filename)
    if (file === null) return {}
    function check(node, text) {
      const first = /^(\w+)\.(\w|$)/.exec(text)?.[1]
      if (first === undefined || !Object.hasOwn(owners, first)) return
      if (owners[first].some((name) => isOf(file, name))) return
      context.report({ node, messageId: 'owner', data: { first, owners: owners[first].join(', ') } })
    }
    const checkTemplate = (node) => check(node, node.quasis[0].value.cooked)
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: checkTemplate,
      TSTemplateLiteralType: checkTemplate,
    }
  },
}

export default rule
