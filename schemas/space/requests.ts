import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object } from '../objects.ts'
import { CANAUX_REPONSE, ETATS_DEMANDE, TYPES_DEMANDE } from '../rules/demandes.ts'

/** A request that the company keeps. */
export const KeptRequest = object({ id: Type.String() }, { additionalProperties: false })
export type KeptRequest = Static<typeof KeptRequest>

/** A request that the customer sent, and what the company does with it. */
export const SpaceDemande = object(
  {
    id: Type.String(),
    GENRE: Type.Enum([...TYPES_DEMANDE]),
    MESSAGE: Type.String(),
    DATE_DEMANDE: Type.String(),
    etat: Type.Enum([...ETATS_DEMANDE]),
    reponses: Type.Array(
      object(
        { LE: Type.String(), CANAL: Type.Enum([...CANAUX_REPONSE]), TEXTE: Type.String() },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type SpaceDemande = Static<typeof SpaceDemande>

/** A photo among the project's files. */
export const AddedPhoto = object({ IDFICHIER: Type.String() }, { additionalProperties: false })
export type AddedPhoto = Static<typeof AddedPhoto>

/** Photos that go with one request. */
export const MOST_PHOTOS = 6
