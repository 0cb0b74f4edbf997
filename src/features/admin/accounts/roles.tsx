import { role } from '../../../../schemas/entities/role.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import { accountsText } from '../../../text/admin/accounts.ts'
import { resourceText } from '../../../text/resource.ts'
import { EMPTY } from '../../../text/words.ts'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import { defineAdminResource } from '../resource/admin-resource.ts'
import { ResourceCard } from '../resource/resource-card.tsx'
import { ResourceForm } from '../resource/resource-form.tsx'
import { ResourceList } from '../resource/resource-list.tsx'

const codes = resourceText.choices.ROLES ?? {}

/** The names and colours of a company's roles; the rights of a role are the same in every company. */
const roles = defineAdminResource({
  entity: role,
  name: 'roles',
  scope: 'company',
  row: answerOf(role),
  columns: [
    {
      name: 'common_name',
      label: role.fields.common_name.label,
      value: ({ common_name, color }) => <StateChip label={common_name} color={color ?? 'grey'} />,
    },
    { name: 'name', label: accountsText.roleCode, value: ({ name }) => codes[name] ?? name },
    { name: 'color', label: role.fields.color.label, value: ({ color }) => color ?? EMPTY },
  ],
  by: { sortBy: 'name', sortDesc: false },
  paged: true,
  card: true,
  choices: { name: codes },
  hints: { name: accountsText.roleCodeHint },
  words: accountsText.roles,
})

export const RoleList = () => <ResourceList resource={roles} />
export const RoleCard = () => <ResourceCard resource={roles} />
export const RoleForm = () => <ResourceForm resource={roles} />
