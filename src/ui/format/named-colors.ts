/** Colours with a meaning, by name, for StateChip and the dots and bars beside it. Any other CSS colour (a nature's, a role's) is used as given. */
export const NAMED_COLORS: Readonly<Record<string, string>> = {
  green: '#2f8a47',
  orange: '#d9730d',
  purple: '#7c4dbd',
  red: '#bf3030',
  blue: '#2f6fb5',
  grey: '#778aa1',
  gray: '#778aa1',
}
