import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from '../objects.ts'
import { phoneDigits } from '../search.ts'
import { isFrenchMobile } from './french-mobile.ts'

/** What a customer sends from their space: a person whom they recommend, a problem after the works, a question about an account. */
export const TYPES_ESPACE = ['parrain', 'apres_vente', 'comptable'] as const
export type TypeEspace = (typeof TYPES_ESPACE)[number]

/** With what they ask by the link of a message: another time for an appointment (DAY-09). */
export const TYPES_DEMANDE = [...TYPES_ESPACE, 'rdv'] as const

/** How the office answers. */
export const CANAUX_REPONSE = ['mail', 'sms'] as const
export type CanalReponse = (typeof CANAUX_REPONSE)[number]

/** Characters of an answer: three SMS at most. */
export const LONGEST_REPONSE = { mail: 4000, sms: 450 } as const satisfies Record<CanalReponse, number>

const id = Type.String({ maxLength: 64, minLength: 1 })
const LE = Type.String({ format: 'lolapp-written-instant' })
const CANAL = Type.Enum([...CANAUX_REPONSE])
const TEXTE = Type.String({ minLength: 1, maxLength: LONGEST_REPONSE.mail, pattern: '\\S' })
const IDPERSONNEL = Type.String({ maxLength: 64 })

/** One answer, kept with its request, so that every device of the office and the customer's space show it. */
export const reponse = object({ id, LE, CANAL, TEXTE, IDPERSONNEL }, { additionalProperties: false })
export type Reponse = Static<typeof reponse>

/** What a device says of an answer; its author is also its sender. */
const asked = object(
  { id, CANAL, TEXTE, LE: optional(LE), IDPERSONNEL: optional(IDPERSONNEL) },
  { additionalProperties: false },
)
export type AskedReponse = Static<typeof asked>
export const MOST_REPONSES = 50
export const askedReponses = Type.Array(asked, {
  minItems: 1,
  maxItems: MOST_REPONSES,
  description: 'La dernière est celle qui est demandée',
})

/** A person whom a customer recommends, in the customer's words. */
export const filleul = object(
  {
    NOM: Type.String({ maxLength: 80 }),
    PRENOM: optional(Type.String({ maxLength: 80 })),
    PORTABLE: optional(Type.String({ maxLength: 20 })),
    MAIL: optional(Type.String({ maxLength: 254 })),
    VILLE: optional(Type.String({ maxLength: 80 })),
  },
  { additionalProperties: false },
)
export type Filleul = Static<typeof filleul>

/** From new to answered. */
export const ETATS_DEMANDE = ['nouvelle', 'prise', 'repondue'] as const
export type EtatDemande = (typeof ETATS_DEMANDE)[number]

export interface FollowedDemande {
  PRISE_PAR: string | null
  REPONSES: readonly unknown[]
  IDCLIENT_SUITE: string | null
  IDPROJET_SUITE: string | null
}

/** Whether whoever took it has left, without an answer and before anything was made of it: nobody has it in hand. @param left ids of the people who have left */
export const isAbandoned = (demande: FollowedDemande, left: ReadonlySet<string>): boolean =>
  demande.PRISE_PAR !== null && left.has(demande.PRISE_PAR) && etatDemande(demande, left) === 'nouvelle'

/**
 * An answered request stays answered, whoever takes it afterwards; one that became a client or a project is no longer new. One that nobody has in hand any more
 * is new again.
 * @param left ids of the people who have left
 */
export function etatDemande(demande: FollowedDemande, left: ReadonlySet<string>): EtatDemande {
  if (demande.REPONSES.length > 0) return 'repondue'
  if (demande.IDCLIENT_SUITE ?? demande.IDPROJET_SUITE) return 'prise'
  return demande.PRISE_PAR !== null && !left.has(demande.PRISE_PAR) ? 'prise' : 'nouvelle'
}

/** Characters of a project's description. */
const LONGEST_DESCRIPTION = 2000

/** The description of a project that is made of a request: the customer's own words. */
export const descriptionOf = ({ MESSAGE }: { MESSAGE: string }): string => MESSAGE.slice(0, LONGEST_DESCRIPTION)

const NO_SERVICE: Record<CanalReponse, string> = {
  mail: "Votre entreprise n'a pas de serveur de mail.",
  sms: "Votre entreprise n'a pas de service de SMS.",
}

/** Why no message leaves that way, in French; null when it does. @param canaux the ways by which the company's messages leave */
export const serviceRefusal = (canal: CanalReponse, canaux: readonly CanalReponse[]): string | null =>
  canaux.includes(canal) ? null : NO_SERVICE[canal]

/** Why this customer cannot be answered that way, in French; null when they can. */
export function reponseRefusal(
  canal: CanalReponse,
  client: { MAIL: string | null; PORTABLE: string | null },
  texte = '',
): string | null {
  if (canal === 'mail') return (client.MAIL ?? '').trim() === '' ? "Le client n'a pas d'adresse email." : null
  if (!isFrenchMobile(phoneDigits(client.PORTABLE ?? ''))) return "Le client n'a pas de téléphone mobile."
  return texte.length > LONGEST_REPONSE.sms ? `Un SMS a ${LONGEST_REPONSE.sms} caractères au plus.` : null
}
