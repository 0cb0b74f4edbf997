import { CANAUX_REPONSE, type CanalReponse } from '../../../schemas/rules/demandes.ts'
import { useCompany } from './session.tsx'

/** The ways by which the company's messages leave; every one until its server has said so. */
export const useCanaux = (): readonly CanalReponse[] => useCompany()?.CANAUX ?? CANAUX_REPONSE
