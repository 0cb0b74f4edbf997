/** How long a code that came by SMS may be given back. */
export const OTP_MINUTES = 10
/** Wrong answers to one code before it is dead. */
export const OTP_TRIES = 5
