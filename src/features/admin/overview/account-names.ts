import * as Type from 'typebox'
import { useLoad } from '../../../domain/online/use-load.ts'
import { nameOf } from '../../../domain/personnels/staff-account.ts'
import { overviewText as text } from '../../../text/admin/overview.ts'
import { PersonnelRow } from '../accounts/personnel.ts'
import { companyQuery, PLATFORM } from '../companies/use-company-choice.ts'
import { adminApi } from '../online/admin-api.ts'

const User = Type.Object({ id: Type.String(), name: Type.String() })

async function names(chosen: string | null, signal: AbortSignal): Promise<Map<string, string>> {
  const [users, staff] = await Promise.all([
    adminApi.all('/admin/users', User, { signal }),
    chosen === null || chosen === PLATFORM
      ? null
      : adminApi.all('/admin/personnels', PersonnelRow, { query: companyQuery(chosen), signal }),
  ])
  return new Map([
    ...users.map(({ id, name }): [string, string] => [`admin:${id}`, name]),
    ...(staff ?? []).map((row): [string, string] => [`personnel:${row.IDPERSONNEL}`, nameOf(row)]),
  ])
}

/** The names of accounts such as `personnel:<id>`; a customer, or a deleted account, is named by its kind and the end of its identifier. */
export function useAccountNames(chosen: string | null): (account: string) => string {
  const { data } = useLoad(`names ${chosen}`, (signal) => names(chosen, signal))
  return (account) => {
    const known = data?.get(account)
    if (known !== undefined) return known
    const [kind = '', id = ''] = account.split(':')
    return text.unnamedAccount(text.kinds[kind] ?? kind, id.slice(-6))
  }
}
