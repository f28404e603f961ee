import { expect, it } from 'vitest'
import { inOneLine, nameProblem, namesIn, withNames } from './guest-names'

it.each([
  ['commas', ' anna@nordic.se, bo ,,carl', ['anna@nordic.se', 'bo', 'carl']],
  ['nothing', ' , ', []],
  ['lines, cells and semicolons', 'anna\r\nbo\tcarl;dora', ['anna', 'bo', 'carl', 'dora']],
  ['white space between addresses', 'anna@nordic.se bo@nordic.se', ['anna@nordic.se', 'bo@nordic.se']],
  ['white space beside an address', 'carl anna@nordic.se dora', ['carl', 'anna@nordic.se', 'dora']],
  ['words beside an address', 'Anna Arm anna@nordic.se', ['Anna Arm', 'anna@nordic.se']],
  ['words with no address', ' ca rl,Anna Arm', ['ca rl', 'Anna Arm']],
  ['an address in two pieces', 'anna @nordic.se', ['anna @nordic.se']],
  ['a name before an address', 'Anna Arm <anna@example.com>', ['anna@example.com']],
  ['a name in quotes', '"Müller, Jörg" <joerg@example.com>, bo', ['joerg@example.com', 'bo']],
  ['quotes within quotes', '"Jörg \\"J; M\\" Müller"<joerg@example.com>', ['joerg@example.com']],
  [
    'Outlook',
    'Müller, Jörg <joerg@example.com>; Arm, Anna <anna@example.com>',
    ['joerg@example.com', 'anna@example.com'],
  ],
  [
    'an address as the name',
    '"a@example.com" <a@example.com>; b@example.com <b@example.com>',
    ['a@example.com', 'b@example.com'],
  ],
  ['several without commas', 'Anna <anna@example.com> Bo <bo@example.com>', ['anna@example.com', 'bo@example.com']],
  ['an address before a name', 'anna@example.com Bo <bo@example.com>', ['anna@example.com', 'bo@example.com']],
  ['angle brackets', '<bert@example.com>', ['bert@example.com']],
  ['angle brackets without address', 'Bert <bert>', ['Bert <bert>']],
  ['mailto', 'mailto:bert@example.com', ['bert@example.com']],
  ['a link', 'bert@example.com<mailto:bert@example.com?subject=Door>', ['bert@example.com']],
  [
    'quotes',
    '"anna@example.com" „bo@example.com“ \'carl@example.com\'',
    ['anna@example.com', 'bo@example.com', 'carl@example.com'],
  ],
  ['brackets', '(anna@example.com) [bo@example.com]', ['anna@example.com', 'bo@example.com']],
  ['the end of a sentence', 'bo@example.com.', ['bo@example.com']],
  ['a list with dashes', '- anna@example.com\n– bo@example.com', ['anna@example.com', 'bo@example.com']],
  ['what cannot be seen', '\u200banna@example.com\u200b,\ufeffbo', ['anna@example.com', 'bo']],
  [
    'rows',
    'Name\tMail\nAnna\tanna@example.com\t12\nBo Berg\tbo@@example.com',
    ['Name', 'Mail', 'anna@example.com', 'bo@@example.com'],
  ],
  ['rows with semicolons', 'Anna;anna@example.com\n"Berg, Bo";bo@example.com', ['anna@example.com', 'bo@example.com']],
  ['semicolons in one line', 'carl; anna@example.com', ['carl', 'anna@example.com']],
  ['a host with umlauts', 'info@müller.example', ['info@xn--mller-kva.example']],
  ['a host with Nordic letters', 'Post <post@kø-ge.example>', ['post@kø-ge.example']],
  ['no host', 'info@mü/ller.example', ['info@mü/ller.example']],
])('of %s the names are picked out', (_what, text, names) => {
  expect(namesIn(text)).toEqual(names)
  // Once they are typed they are the same.
  expect(namesIn(names.join(', '))).toEqual(names)
})

it('what was copied comes into one line, apart from what is there', () => {
  expect(inOneLine(' anna\r\nbo\t carl;dora\n')).toBe('anna, bo, carl, dora')
  expect(inOneLine('anna@example.com\n', 'bo@example.com', 'carl')).toBe('bo@example.com, anna@example.com, carl')
  expect(inOneLine('anna\nbo', 'carl, ', ' ,dora')).toBe('carl, anna, bo, dora')
})

it('a name is an e-mail address or a username, and nobody’s here', () => {
  const here = new Set(['anna@nordic.se'])
  expect(nameProblem('carl', here)).toBeNull()
  expect(nameProblem('carl@nordic.se', here)).toBeNull()
  expect(nameProblem('Anna@Nordic.se', here)).toBe('here')
  expect(nameProblem('carl@nordic', here)).toBe('mail')
  expect(nameProblem('cb', here)).toBe('name')
  expect(nameProblem('carl/berg', here)).toBe('name')
})

it('no name comes into the list twice, whatever its case', () => {
  expect(withNames(['anna'], ['Bo', 'ANNA', 'bo', 'anna', 'BO', 'carl'], ['Carl'])).toEqual({
    names: ['anna', 'Bo'],
    added: ['Bo'],
    doubled: ['ANNA', 'carl'],
    repeated: ['BO'],
  })
})
