import { CANAUX_REPONSE, type CanalReponse } from '../../schemas/rules/demandes.ts'
import type { Services } from './delivery.ts'
import type { Ports } from './ports.ts'

/** The ways by which a sender's messages leave; what has no service is not offered to anybody. */
export const canauxOf = (ports: Pick<Ports, 'mail' | 'sms'>, services: Services): CanalReponse[] =>
  CANAUX_REPONSE.filter((canal) => ports[canal].sends(services))
