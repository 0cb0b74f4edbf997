/** Up to this width the agenda shows one day with its week above; beyond, there is room for columns (a tablet upright included). */
export const PHONE = '(max-width: 48em)'
