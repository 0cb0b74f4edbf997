/** Up to this width the agenda shows one day with its week above; wider screens show columns (a tablet upright too). */
export const PHONE = '(max-width: 48em)'
