/**
 * Returns whether a key belongs to an input method.
 *
 * WebKit says that the composition has ended before it sends the Enter that ended it; what gives that key away is 229,
 * the code of every key an input method has taken.
 */
export function isComposed(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
