import { personnel, type RoleName } from '../../schemas/entities/personnel.ts'
import { MEN, SURNAMES, WOMEN } from './lists/names.ts'
import { makeRandom, stableId } from './random.ts'
import { makeRecord, type Personnel } from './record.ts'

export interface StaffPlan {
  first: string
  last: string
  mail: string
  roles: readonly RoleName[]
  /** Position of their agency among the company's. */
  agency: number
  everyAgency?: true
  /** Has a password and may log in. */
  account?: true
  outOfRanking?: true
}

/** Mobiles 06 39 98 01 xx are the staff's. */
const STAFF_MOBILE = 639_980_100
/** 06 39 98 02 00 to 06 39 98 09 99, then round again. */
const COLLEAGUE_MOBILE = 639_980_200
const COLLEAGUE_MOBILES = 800

export const makeStaff = (
  company: string,
  agencies: readonly string[],
  plans: readonly StaffPlan[],
  firstMobile = STAFF_MOBILE,
): Personnel[] =>
  plans.map((plan, index) => {
    const home = agencies[plan.agency] ?? null
    return makeRecord(personnel, {
      IDPERSONNEL: stableId(`${company}/personnel/${plan.mail}`),
      PRENOM: plan.first,
      NOM: plan.last,
      MAIL: plan.mail,
      TELEPHONE_PORTABLE: `0${firstMobile + (index % COLLEAGUE_MOBILES)}`,
      ROLES: [...plan.roles],
      IDAGENCE: home,
      AGENCES: plan.everyAgency ? [...agencies] : home === null ? [] : [home],
      TOUTES_AGENCES: plan.everyAgency ? 1 : 0,
      HORS_STATS: plan.outOfRanking ? 1 : 0,
      IDCOMPANY: company,
    })
  })

/** Customers that one seller of a large company looks after, and how much further back their past reaches. */
const CLIENTS_PER_SELLER = 600
export const CROWDED = 4

/** Sellers, and with them measurers and installers, for this many customers more. */
export const colleaguesFor = (clients: number): number => Math.max(0, Math.ceil(clients / CLIENTS_PER_SELLER))

/**
 * Colleagues without a password for a large company: of each `count`, a seller and an installer, and a measurer for two of them,
 * spread over its agencies. `first` is the rank of the first, so that a second call makes other people.
 */
export function makeColleagues(company: string, agencies: readonly string[], count: number, first = 0): Personnel[] {
  const plans: StaffPlan[] = []
  for (let rank = first; rank < first + count; rank++) {
    const roles: RoleName[] = ['commercial', 'technician', ...(rank % 2 === 0 ? (['metreur'] as const) : [])]
    for (const role of roles) {
      const random = makeRandom(`${company}/collegue/${role}/${rank}`)
      plans.push({
        first: random.pick(random.chance(0.5) ? MEN : WOMEN),
        last: random.pick(SURNAMES),
        mail: `${role}.${rank + 10}@example.com`,
        roles: [role],
        agency: rank % Math.max(1, agencies.length),
      })
    }
  }
  return makeStaff(company, agencies, plans, COLLEAGUE_MOBILE)
}
