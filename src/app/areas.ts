/** Areas whose screens exist; links to the others are not shown. */
export const AREAS: readonly ('manager' | 'space' | 'admin')[] = ['manager']
