/** Whether keys belong to what has the focus: a field, a list, a dialog over the page. */
export function isBusy(focused: Element | null): boolean {
  if (focused === null || focused === document.body) return false
  return (
    focused.closest(
      'input, select, textarea, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu], [role=radiogroup], [role=tablist]',
    ) !== null
  )
}
