let count = 0

/** State of a module of ours. */
export const next = (): number => ++count
export const name = (): string => 'real'
