import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RuleTester } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import rule, { common, owners } from './text-owners.js'

RuleTester.describe = describe
RuleTester.it = it

const source = path.resolve(import.meta.dirname, '../src')
const at = (file, code) => ({ filename: `/console/src/${file}`, code })
const refused = (file, code, first) => ({
  ...at(file, code),
  errors: [{ messageId: 'owner', data: { first, owners: owners[first].join(', ') } }],
})

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('text-owners', rule, {
  valid: [
    at('overlays/modify-lock/tabs/General.tsx', "t('lock.general.name')"),
    at('overlays/add-device/Fields.tsx', "t('zones.search')"),
    at('pages/login/Page.tsx', "t('ui.dismiss')"),
    at('overlays/modify-user-group/plan.ts', "const step = { failure: 'people.failed.rename' }"),
    at('overlays/OperateDoor.tsx', 't(`operate.${state}`)'),
    at('overlays/modify-lock/plan.ts', "type Failure = `lock.failed.${'rename' | 'remove'}`"),
    at('model/csv.ts', "saveAs('cellar.csv')"),
    at('app/Navbar.tsx', "say('shell. And more')"),
  ],
  invalid: [
    refused('overlays/add-device/Fields.tsx', "t('lock.edit.chooseZone')", 'lock'),
    refused('overlays/modify-lock-group/Overlay.tsx', "t('lock.gone')", 'lock'),
    refused('overlays/guests/ChosenLocks.tsx', 't(`lockGroup.locks.${how}`)', 'lockGroup'),
    refused('overlays/my-account/plan.ts', "type Failure = `people.failed.${'connect'}`", 'people'),
    refused('overlays/my-account/plan.ts', "type Failure = 'people.failed.rename'", 'people'),
    refused('pages/login/Page.tsx', 't(`account.${ended}`)', 'account'),
    refused('overlays/tabs/AccessList.tsx', "t('access.overlap.unknown')", 'access'),
    refused('overlays/invitations/guest.ts', "const key = 'inviteGuests.title'", 'inviteGuests'),
  ],
})

it('each first part of a key is owned or common, and no other is', () => {
  const texts = JSON.parse(readFileSync(path.join(source, 'i18n/locales/en-GB.json'), 'utf8'))
  expect([...common, ...Object.keys(owners)].sort()).toEqual(Object.keys(texts).sort())
})

it('every owner is a file or a folder that is there', () => {
  const isThere = (name) => ['', '.ts', '.tsx'].some((end) => existsSync(path.join(source, name + end)))
  expect(
    Object.values(owners)
      .flat()
      .filter((name) => !isThere(name)),
  ).toEqual([])
})
