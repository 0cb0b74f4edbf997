import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { entreprise } from '../../schemas/entities/entreprise.ts'
import { validationError } from '../../schemas/errors.ts'
import { email, flag } from '../../schemas/fields.ts'
import { messages } from '../../schemas/messages.ts'
import { PAPERS } from '../../schemas/public-company.ts'
import { RAPPEL_HEURES } from '../../schemas/rules/annonces.ts'
import { companyIssues, LINK_KEY_LENGTH, SMS_SENDER } from '../../schemas/rules/company-services.ts'
import { hoursIssues, OpenRanges } from '../../schemas/rules/opening-hours.ts'
import { assertNoIssues } from '../../schemas/validate.ts'

/** Shown instead of a stored secret; sent back, it changes nothing. */
export const MASK = '••••••••'

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
/** A link of a page: anything but http(s) could be a script. */
const link = orNull(Type.String({ maxLength: 300, pattern: '^https?://[^\\s"<>]+$' }))
/** A file of this server, or of another one. */
const picture = orNull(Type.String({ maxLength: 300, pattern: '^(https?:/)?/[^\\s"<>]+$' }))

/** Which labels are no companies: `companyIssues`. The table refuses them too. */
const KEY = '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'

const required = {
  key: Type.String({ pattern: KEY, maxLength: 40 }),
  NOM: entreprise.fields.NOM.schema,
}
const optional = {
  COLOR: orNull(entreprise.fields.COLOR.schema),
  LOGO: picture,
  BACKGROUND: picture,
  FUSEAU: Type.String({ minLength: 1, maxLength: 60 }),
  AIDE_URL: link,
  HORAIRES: orNull(OpenRanges),
  WEBSERVICE_SERVER: orNull(
    Type.Object(
      {
        name: Type.String({ maxLength: 120 }),
        description: Type.String({ maxLength: 400 }),
        url: Type.Optional(Type.String({ maxLength: 300, pattern: '^https?://[^\\s"<>]+$' })),
      },
      { additionalProperties: false },
    ),
  ),
  SMS_EXPEDITEUR: orNull(Type.String({ pattern: SMS_SENDER, maxLength: 11 })),
  MAIL_EXPEDITEUR: orNull(email('').schema),
  ...Object.fromEntries(PAPERS.map((name) => [name, orNull(entreprise.fields[name].schema)])),
  SIRET: orNull(Type.String({ pattern: '^[0-9]*$', maxLength: 40 })),
  /** Hours during which a customer's changed number or address blocks signing by code. */
  DELAI_CONTACT: Type.Integer({ minimum: 1, maximum: 720 }),
  /** Every member of the staff must have a second factor: asked at their next login. */
  SECOND_FACTEUR: flag('').schema,
  /** Hour of the day before at which customers are reminded of their appointments; null: never. */
  RAPPEL_RDV: orNull(Type.Enum([...RAPPEL_HEURES])),
  disabled: Type.Boolean(),
  /** Key of the legacy system's login tokens; sealed at rest, masked in answers. */
  CLE_LOLA: orNull(Type.String({ maxLength: 200 })),
}

const partial = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]))

/** Names of the settings that administrators read and write; SMTP has calls of its own. */
export const SETTINGS = [...Object.keys(required), ...Object.keys(optional)]
export const NewCompany = Type.Object({ ...required, ...partial(optional) }, { additionalProperties: false })
export const CompanyPatch = Type.Object(partial({ ...required, ...optional }), { additionalProperties: false })
export const CompanyAnswer = Type.Object({ id: Type.String(), ...required, ...optional })

export type Settings = Partial<Static<typeof CompanyAnswer>> & Record<string, unknown>

/** Checks what a schema cannot express. @throws AppError VALIDATION_ERROR */
export function assertSettings(settings: Settings): void {
  const { FUSEAU, CLE_LOLA } = settings
  assertNoIssues([...companyIssues(settings), ...hoursIssues(settings.HORAIRES)])
  if (typeof FUSEAU === 'string' && !isZone(FUSEAU)) {
    throw validationError({ FUSEAU: ['Ce fuseau horaire est inconnu (exemple : Europe/Paris)'] })
  }
  if (typeof CLE_LOLA === 'string' && CLE_LOLA !== MASK && CLE_LOLA.length < LINK_KEY_LENGTH) {
    throw validationError({ CLE_LOLA: [messages.minLength(LINK_KEY_LENGTH)] })
  }
}

/** An IANA name: an offset such as « +02:00 » has no summer time. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z]+([/_+-][A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('fr', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
