/** Leaves the console for an address that the server gave; what the tab keeps is there when the person comes back. */
export function leaveFor(address: string): void {
  location.assign(address)
}
