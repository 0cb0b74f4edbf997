import * as Type from 'typebox'
import { user } from '../../../../schemas/entities/user.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import { AccountChip } from '../../../domain/personnels/account-chip.tsx'
import { accountsText } from '../../../text/admin/accounts.ts'
import { defineAdminResource } from '../resource/admin-resource.ts'
import { ResourceCard } from '../resource/resource-card.tsx'
import { ResourceForm } from '../resource/resource-form.tsx'
import { ResourceList } from '../resource/resource-list.tsx'
import { UserSwitch } from './user-switch.tsx'

const UserAnswer = answerOf(user, { disabled: Type.Boolean() })

/** Administrators. A new one gets a mail with a link to choose their password. */
const users = defineAdminResource({
  entity: user,
  name: 'users',
  scope: 'platform',
  row: UserAnswer,
  columns: [
    { name: 'name', label: user.fields.name.label, value: ({ name }) => name },
    { name: 'email', label: user.fields.email.label, value: ({ email }) => email },
    {
      name: 'disabled',
      label: accountsText.account,
      value: ({ disabled }) => <AccountChip state={disabled ? 'disabled' : 'active'} />,
    },
  ],
  by: { sortBy: 'name', sortDesc: false },
  paged: true,
  card: true,
  search: ({ name, email }) => `${name} ${email}`,
  actions: ({ id, disabled }, { reload }) =>
    disabled ? <UserSwitch id={id} done={reload} answer={UserAnswer} /> : null,
  words: accountsText.users,
})

export const UserList = () => <ResourceList resource={users} />
export const UserCard = () => <ResourceCard resource={users} />
export const UserForm = () => <ResourceForm resource={users} />
