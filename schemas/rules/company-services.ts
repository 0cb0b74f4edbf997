/** Sender that phones show: 3 to 11 letters without accent or digits, one letter at least, as operators allow. */
export const SMS_SENDER = '^(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11}$'

/** Characters that the key of signed login links needs: those of a SHA-256 key (RFC 7518 §3.2 asks for 256 bits). */
export const LINK_KEY_LENGTH = 32
