/** Longest name, in characters. */
export const NAME_MAX = 255
