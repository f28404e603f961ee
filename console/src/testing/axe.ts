import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails with what axe objects to on the page as it is now. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: {
      // Parts stand alone in these tests; landmarks and the one h1 are the page's and checked there.
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
    },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}
