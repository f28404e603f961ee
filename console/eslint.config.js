import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import importDirections from './lint/import-directions.js'
import textOwners from './lint/text-owners.js'
import wholeTexts from './lint/whole-texts.js'

const storage = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'src/session is the only user of local and session storage.',
}))
const network = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'].map((name) => ({
  name,
  message: 'Only src/api talks to the server.',
}))
const clock = [
  { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: 'Pass the time in.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Pass the time in.' },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Pass the randomness in.',
  },
]

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'src/generated/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  // Rules that need types are .oxlintrc.json's: asked of the native compiler they take a tenth of the time.
  ...tseslint.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { rooms: { rules: { 'import-directions': importDirections } } },
    rules: { 'rooms/import-directions': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/testing/wait-for.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'waitFor', message: 'It gives up after a second: use testing/wait-for.' },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { texts: { rules: { whole: wholeTexts, owners: textOwners } } },
    rules: { 'texts/whole': 'error', 'texts/owners': 'error' },
  },
  {
    files: ['src/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat.recommended],
    rules: {
      // React Aria moves the focus of dialogs and editors itself.
      'jsx-a11y/no-autofocus': 'off',
      // Rules of the React compiler, which is not used here: imperative handles and refs are allowed.
      'react-hooks/immutability': 'off',
      'react-hooks/refs': 'off',
      'react-hooks/preserve-manual-memoization': 'off',
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/session/**', '**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-globals': ['error', ...storage, ...network] },
  },
  {
    files: ['src/session/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-globals': ['error', ...network] },
  },
  {
    files: ['src/api/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-globals': ['error', ...storage] },
  },
  {
    files: ['src/model/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...clock] },
  },
  {
    files: ['**/*.js', '*.config.ts', 'e2e/**'],
    languageOptions: { globals: { ...globals.node } },
  },
)
