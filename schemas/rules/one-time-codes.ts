/** How long a code that was sent by SMS may be entered. */
export const OTP_MINUTES = 10
/** Wrong answers after which a code is no longer valid. */
export const OTP_TRIES = 5
