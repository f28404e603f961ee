/**
 * Puts siblings into the given order, moving none that holds the focus (a moved element loses it) and none that already stands right.
 * Recycled elements lie on the screen by transform, so only reading order and search in the page depend on this.
 */
export function inOrder(elements: readonly HTMLElement[], focused: Element | null): void {
  const pivot = Math.max(
    0,
    elements.findIndex((element) => element.contains(focused)),
  )
  for (let index = pivot - 1; index >= 0; index -= 1) {
    const next = elements[index + 1] as HTMLElement
    const element = elements[index] as HTMLElement
    if (element.nextElementSibling !== next) next.before(element)
  }
  for (let index = pivot + 1; index < elements.length; index += 1) {
    const before = elements[index - 1] as HTMLElement
    const element = elements[index] as HTMLElement
    if (before.nextElementSibling !== element) before.after(element)
  }
}
