import { personnel } from '../../../../schemas/entities/personnel.ts'
import { AccountChip } from '../../../domain/personnels/account-chip.tsx'
import { agencyNeeded } from '../../../domain/personnels/agency-needed.ts'
import { RoleChips } from '../../../domain/personnels/role-chips.tsx'
import { ACCOUNT_FIELDS, accountState, nameOf, StaffAccountAnswer } from '../../../domain/personnels/staff-account.ts'
import { accountsText } from '../../../text/admin/accounts.ts'
import { resourceText } from '../../../text/resource.ts'
import { EMPTY } from '../../../text/words.ts'
import { defineAdminResource } from '../resource/admin-resource.ts'
import { ResourceForm } from '../resource/resource-form.tsx'
import { ResourceList } from '../resource/resource-list.tsx'
import { agencyOptions } from './agencies.ts'
import { PersonnelRow } from './personnel.ts'
import { PersonnelActions } from './personnel-actions.tsx'

/** The staff of a company, with rights and logins. */
const personnels = defineAdminResource({
  entity: personnel,
  name: 'personnels',
  path: '/admin/personnels',
  scope: 'company',
  row: PersonnelRow,
  record: StaffAccountAnswer,
  columns: [
    { name: 'NOM_COMPLET', label: personnel.fields.NOM.label, value: nameOf },
    { name: 'MAIL', label: personnel.fields.MAIL.label, value: ({ MAIL }) => MAIL ?? EMPTY },
    {
      name: 'ROLES',
      label: personnel.fields.ROLES.label,
      sortable: false,
      value: ({ ROLES }) => <RoleChips roles={ROLES} />,
    },
    {
      name: 'disabled',
      label: accountsText.account,
      sortable: false,
      value: (row) => <AccountChip state={accountState(row)} />,
    },
  ],
  by: { sortBy: 'NOM_COMPLET', sortDesc: false },
  paged: true,
  search: ({ NOM_COMPLET, NOM, MAIL }) => `${NOM_COMPLET ?? NOM} ${MAIL ?? ''}`,
  fields: { create: ACCOUNT_FIELDS, update: ACCOUNT_FIELDS },
  options: async ({ companyId, signal }) => {
    const agencies = await agencyOptions(companyId, signal)
    return { IDAGENCE: agencies, AGENCES: agencies }
  },
  choices: { ROLES: resourceText.choices.ROLES ?? {} },
  hints: { MAIL: accountsText.mailHint, ROLES: accountsText.rolesHint, TOUTES_AGENCES: accountsText.allAgenciesHint },
  check: (opened, { IDAGENCE = [] }) =>
    agencyNeeded(
      opened,
      IDAGENCE.some(({ archived }) => archived !== true),
    ),
  actions: (row, { reload }) => <PersonnelActions row={row} reload={reload} />,
  words: accountsText.personnels,
})

export const PersonnelList = () => <ResourceList resource={personnels} />
export const PersonnelForm = () => <ResourceForm resource={personnels} />
