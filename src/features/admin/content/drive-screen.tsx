import { Progress, Text } from '@mantine/core'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { textOrNull } from '../../../domain/online/answers.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { contentText as text } from '../../../text/admin/content.ts'
import { EMPTY } from '../../../text/words.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import { adminApi } from '../online/admin-api.ts'
import { Storage } from '../overview/answers.ts'
import { formatBytes } from '../overview/bytes.ts'

const Project = Type.Object({
  IDPROJET: Type.String(),
  DESCRIPTION: textOrNull,
  CLIENT: textOrNull,
  FICHIERS: Type.Integer(),
  TAILLE: Type.Integer(),
})
type Project = Static<typeof Project>

const BY = { sortBy: 'TAILLE', sortDesc: true }
const columns: readonly Column<Project>[] = [
  { name: 'DESCRIPTION', label: text.project, value: ({ DESCRIPTION }) => DESCRIPTION || text.unnamed },
  { name: 'CLIENT', label: text.customer, value: ({ CLIENT }) => CLIENT || EMPTY },
  { name: 'FICHIERS', label: text.files, value: ({ FICHIERS }) => formatCount(FICHIERS), end: true },
  { name: 'TAILLE', label: text.size, value: ({ TAILLE }) => formatBytes(TAILLE), end: true },
]

/** `/admin/drive`: the storage that a company's files use, by project. */
export function DriveScreen() {
  const choice = useCompanyChoice()
  const { chosen, companies } = choice
  return (
    <>
      <PageHeader title={text.driveTitle} subtitle={text.driveIntro} />
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} />
      </div>
      <LoadedView loaded={companies}>{() => (chosen === null ? null : <Drive companyId={chosen} />)}</LoadedView>
    </>
  )
}

function Drive({ companyId }: { companyId: string }) {
  const storage = useLoad(`storage ${companyId}`, async (signal) =>
    (await adminApi.list('/admin/storage', Storage, { signal })).data.find(({ id }) => id === companyId),
  )
  const query = { company_id: companyId }
  const listing = useListing({ path: '/admin/drive', row: Project, columns, by: BY, query, paged: true })
  return (
    <>
      {storage.data && (
        <div className={listStyles.usage}>
          <Text size="sm">{text.driveUsed(formatBytes(storage.data.used), formatBytes(storage.data.quota))}</Text>
          <Progress
            value={storage.data.quota === 0 ? 0 : (100 * storage.data.used) / storage.data.quota}
            aria-label={text.driveTitle}
          />
        </div>
      )}
      <ListingView
        listing={listing}
        label={text.driveTitle}
        columns={columns}
        keyOf={({ IDPROJET }) => IDPROJET}
        empty={text.driveEmpty}
      />
    </>
  )
}
