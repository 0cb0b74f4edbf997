import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Entity } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { ResourceValue } from '../../forms/fields/resource-value.tsx'
import styles from '../../forms/resource.module.css'
import { resourceText } from '../../text/resource.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { type PageResource, paths } from '../../ui/navigation/paths.ts'
import { useLeave } from '../../ui/navigation/use-leave.ts'
import { type Ask, notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { useMay } from '../personnels/use-staff.ts'
import { SyncLink } from './record-sync.tsx'
import { useRemovedNotice } from './use-removed-notice.ts'

/** A record that this device does not have: not arrived yet, deleted, or not visible for this person. */
export function MissingRecord({ back }: { back: string }) {
  return (
    <>
      <PageHeader title={resourceText.missingTitle} back={back} />
      <EmptyState
        text={resourceText.missingText}
        action={
          <Button component={Link} to={paths.synchronisation.href()} variant="default">
            {resourceText.missingSync}
          </Button>
        }
      />
    </>
  )
}

/** Named facts of a record in two columns. */
interface FactsProps {
  entity: Entity
  record: object
  names: readonly string[]
  /** More facts, after those of the declaration. */
  children?: ReactNode
}

export function Facts({ entity, record, names, children }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {names.map((name) => {
        const field = entity.fields[name]
        if (!field) return null
        return (
          <Fact key={name} label={field.label} wide={field.kind === 'longtext'}>
            <ResourceValue name={name} field={field} value={(record as Record<string, unknown>)[name]} />
          </Fact>
        )
      })}
      {children}
    </dl>
  )
}

/** The same in one column, where there is little room: beside the page's main part. */
export function NarrowFacts({ children }: { children: ReactNode }) {
  return <div className={styles.narrow}>{children}</div>
}

export function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`${styles.fact} ${wide ? styles.factWide : ''}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export interface RecordActionsProps {
  resource: PageResource
  id: string
  /** Names the record in the confirmation. */
  label: string
  /** Where to go after a deletion, and where « Fermer » leads, when there is no former page. */
  back: string
  /** Where « Modifier » leads, if not to its form as it is. */
  editHref?: string
  /** A French reason why it may not be deleted, found in local data; read before the confirmation. */
  refuseRemoval?: () => string | null
  /** What is asked once it is deleted. */
  askAfterRemoval?: () => Ask | undefined
  /** More entries of the menu. */
  menu?: ReactNode
  /** On a desktop « Supprimer » has its own button, although there is a menu. */
  removeOutside?: boolean
  /** False hides what the record's own state forbids (a signed quote). */
  canEdit?: boolean
  canRemove?: boolean
}

/** Edit, delete (confirmed) and close of a record's page (RES-02), as far as the person's role allows. */
export function RecordActions(props: RecordActionsProps) {
  const { resource, id, label, back, refuseRemoval, menu } = props
  const commands = useCommands()
  const allowed = useMay()
  const leave = useLeave(back)
  const sayRemoved = useRemovedNotice()
  const [removing, setRemoving] = useState(false)

  const remove = async (): Promise<void> => {
    const refusal = refuseRemoval?.() ?? null
    if (refusal !== null) {
      notices.error(refusal)
      return
    }
    if (!(await notices.confirm({ message: resourceText.confirmRemove(label) }))) return
    setRemoving(true)
    try {
      await commands.remove(resource, id)
      sayRemoved(resource, id, props.askAfterRemoval?.())
      leave()
    } catch (error) {
      notices.failure(error)
      setRemoving(false)
    }
  }

  const desktop = useDesktop()
  const canEdit = props.canEdit !== false && allowed('update', resource)
  const canRemove = props.canRemove !== false && allowed('delete', resource)
  const editHref = hrefProps(props.editHref ?? paths.resource.edit(resource, id))
  const editIcon = <IconPencil size={16} />
  const removeItem = canRemove && (
    <Menu.Item color="rouge" leftSection={<IconTrash size={16} />} disabled={removing} onClick={() => void remove()}>
      {resourceText.remove}
    </Menu.Item>
  )
  // On a phone the title takes the row: edit and delete are in a menu, and the back arrow closes.
  const inMenu = !desktop || (menu !== undefined && !props.removeOutside)
  const hasMenu = menu !== undefined || (!desktop && (canRemove || canEdit))
  return (
    <>
      {desktop && canEdit && (
        <Button component={Link} {...editHref} variant="default" leftSection={editIcon}>
          {resourceText.edit}
        </Button>
      )}
      {hasMenu && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={desktop ? 36 : 44} aria-label={resourceText.more}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!desktop && canEdit && (
              <Menu.Item component={Link} {...editHref} leftSection={editIcon}>
                {resourceText.edit}
              </Menu.Item>
            )}
            {menu}
            {inMenu && removeItem}
          </Menu.Dropdown>
        </Menu>
      )}
      {!inMenu && canRemove && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={resourceText.remove}
          title={resourceText.remove}
          loading={removing}
          onClick={() => void remove()}
        >
          <IconTrash size={18} />
        </ActionIcon>
      )}
      {desktop && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={resourceText.close}
          title={resourceText.close}
          onClick={leave}
        >
          <IconX size={18} />
        </ActionIcon>
      )}
    </>
  )
}

/** Names shown by the generic view: all but the key, embedded values, and flags whose « off » means nothing. */
export const viewFields = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.kind !== 'id' && field.kind !== 'json')
    .map(([name]) => name)

export interface ResourceViewProps<R extends PageResource> {
  resource: R
  id: string
  /** undefined while it is read, null when this device has none. */
  record: LocalRecord<R> | null | undefined
  back: string
  fields?: readonly string[]
  subtitle?: ReactNode
  children?: ReactNode
  actions?: Partial<RecordActionsProps>
}

/** A card with close, delete and edit (RES-02) over the declared fields. */
export function ResourceView<R extends PageResource>(props: ResourceViewProps<R>) {
  const { resource, id, record, back, children } = props
  const entity = entityOf(resource)
  if (record === undefined) return null
  if (record === null) return <MissingRecord back={back} />
  const label = entity.label(record as never)
  return (
    <div className={styles.page}>
      <PageHeader
        title={label}
        back={back}
        subtitle={
          <HeaderMarks>
            {props.subtitle ?? entity.title}
            <SyncLink resource={resource} id={id} mark={record.sync} />
          </HeaderMarks>
        }
        actions={<RecordActions resource={resource} id={id} label={label} back={back} {...props.actions} />}
      />
      <section className={`surface ${styles.card}`} aria-label={label}>
        <Facts entity={entity} record={record} names={props.fields ?? viewFields(entity)} />
      </section>
      {children}
    </div>
  )
}
