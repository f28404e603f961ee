import { RuleTester } from 'eslint'
import { describe, it } from 'vitest'
import tseslint from 'typescript-eslint'
import rule from './whole-texts.js'

RuleTester.describe = describe
RuleTester.it = it

const joined = (code) => ({ code, errors: [{ messageId: 'joined' }] })
const takenApart = (code) => ({ code, errors: [{ messageId: 'takenApart' }] })

const tester = new RuleTester({
  languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
})

tester.run('whole-texts', rule, {
  valid: [
    "t('lock.failed.rename', { name: lock.name })",
    't(`login.${ended}`)',
    "t(open ? 'operate.Unlocked' : 'operate.Locked')",
    "listText([...names, t('access.words.more', { count })])",
    "t('dashboard.access.sentence', { person, access: statementsText(parts) })",
    '`${row.id} ${column.id}`',
    "places.map(({ action }) => action).join('.')",
    "const parts = []; parts.push(name); parts.join(' ')",
    "text.split('\\n')",
    "const view = <p>{t('login.lead')}</p>",
    `const view = (
      <>
        <p>{t('a.first')}</p>
        <p>{t('a.second')}</p>
      </>
    )`,
    `const view = (
      <Button>
        <Icon name="door" />
        {t('a.first')}
      </Button>
    )`,
    `const view = (
      <Checkbox>
        {t('a.first')}
        <small>{t('a.second')}</small>
      </Checkbox>
    )`,
    "const view = <Trans i18nKey='a.b' components={{ b: <strong /> }} />",
    "const view = <Facts facts={[t('a.first'), t('a.second')]} />",
    'const view = <span>v{version}</span>',
  ],
  invalid: [
    joined("t('a.first') + '.'"),
    joined("const said = i18n.t('a.first'); const all = said + name"),
    joined("let said = ''; said += t('a.first')"),
    joined("`${t('a.first')} ${name}`"),
    joined('`${dayText(at)} ${zone}`'),
    joined("const title = t('a.first'); const line = `${title} · ${name}`"),
    joined("let title = ''; title = t('a.first'); const line = `${name}: ${title}`"),
    joined("const line = `${known ? t('a.first') : name}, ${zone}`"),
    joined('`${t(key) as string}!`'),
    joined("[t('a.first'), name].join(', ')"),
    joined("[isOpen ? t('a.first') : null].filter((part) => part !== null).join(' · ')"),
    joined("const parts = []; parts.push(t('a.first')); parts.join(', ')"),
    joined("const parts = [name]; if (isOpen) { parts.push(t('a.first')) } show(parts.join(', '))"),
    joined("[...first, ...codes.map((code) => t(`a.${code}`))].join(' ')"),
    joined("days.map(weekdayText).join(', ')"),
    joined("const view = <p>{t('a.first')} {t('a.second')}</p>"),
    joined("const view = <p>{t('a.first')}{t('a.second')}</p>"),
    joined("const view = <p>{t('a.first')} {isOpen && t('a.second')}</p>"),
    joined("const view = <p>{t('a.first')} <b>{name}</b></p>"),
    joined("const view = <p>{t('a.first')}: <b>{name}</b></p>"),
    joined('const view = <>{text} {errorText(error)}</>'),
    takenApart("t('a.first').toLowerCase()"),
    takenApart("const said = t('a.first'); const [hours] = said.split(', ')"),
    takenApart("t('a.first').charAt(0)"),
    takenApart("clockText(0, 'UTC').replace('00', '24')"),
  ],
})
