/** Codes shared by the server's answers, the local database and the screens. Programs decide by code, never by message, which may be reworded. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  ACCOUNT_MISMATCH: 401,
  UNAUTHORIZED: 403,
  /** All roles of this person were removed: every call of the staff answers so. */
  NO_ROLE: 403,
  /** This account must set up a second factor before anything else. */
  SECOND_FACTOR_REQUIRED: 403,
  /** The password or the second factor must be given again; then the same call is accepted. */
  REAUTH_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  VALIDATION_ERROR: 422,
  KEY_REUSED: 422,
  PARENT_MISSING: 422,
  DUPLICATE: 422,
  IMMUTABLE: 422,
  /** The app is older than anything that the server still serves: it must be updated (VER-6). */
  UPGRADE_REQUIRED: 426,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  /** The body is of a version that the server does not know: it accepts it once it has been updated (VER-5). */
  VERSION_AHEAD: 503,
  /** The server has another epoch than the device follows: the device first sends lost entries again (HEAL-6). */
  HISTORY_CHANGED: 503,
  /** The company's files fill what it may store: there will be room once some are deleted, or it is given more (FILE-13). */
  STORAGE_FULL: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Messages by field, as the contract's 422 gives them. `_` holds what concerns no single field. */
export type FieldErrors = Record<string, string[]>

/** What the contract sends for an error (`details` never holds anything secret). */
export interface ErrorBody {
  code: ErrorCode
  message: string
  errors?: FieldErrors
  details?: unknown
}

/** The one error type of the product. `message` is French and may be shown; `details` is for programs. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldErrors | undefined
  readonly details: unknown

  constructor(
    code: ErrorCode,
    message: string,
    more: { errors?: FieldErrors; details?: unknown; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = more.errors
    this.details = more.details
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  /** The JSON body of the contract. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.errors ? { errors: this.errors } : {}),
      ...(this.details === undefined ? {} : { details: this.details }),
    }
  }
}

/** 422 « Validation error » of the contract with its messages by field. */
export const validationError = (errors: FieldErrors, message = 'Validation error'): AppError =>
  new AppError('VALIDATION_ERROR', message, { errors })

export const notFound = (): AppError => new AppError('NOT_FOUND', 'Enregistrement introuvable.')
/** The answer to a person whose roles were all removed (SERVER-9). */
export const noRole = (): AppError =>
  new AppError('NO_ROLE', "Votre compte n'a plus aucun rôle : adressez-vous à votre responsable.")
export const unauthorized = (): AppError =>
  new AppError('UNAUTHORIZED', "Vous n'êtes pas autorisé à effectuer cette action.")
/** A director of some agencies decides nothing for the whole company. */
export const notOfAllAgencies = (): AppError =>
  new AppError(
    'UNAUTHORIZED',
    'Ce réglage vaut pour toute l’entreprise : il revient à un directeur de toutes les agences.',
  )
export const secondFactorRequired = (): AppError =>
  new AppError('SECOND_FACTOR_REQUIRED', 'Protégez d’abord votre compte par un second facteur.')
export const reauthRequired = (): AppError => new AppError('REAUTH_REQUIRED', 'Confirmez d’abord que c’est bien vous.')

/**
 * To the session of somebody who has left: nothing may be read. A device takes the records off itself and goes on sending (PULL-11); a screen says so, and
 * keeps the session: without it nothing more could be sent.
 */
export const hasLeft = ({ device }: { device: boolean }): AppError =>
  new AppError(
    device ? 'NO_ROLE' : 'GONE',
    'Votre compte est fermé : cet appareil envoie encore ce que vous avez saisi.',
  )
