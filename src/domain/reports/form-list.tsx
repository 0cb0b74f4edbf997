import { ActionIcon, Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Champ } from '../../../schemas/rules/report-forms.ts'
import { reportFormsText as text } from '../../text/report-forms.ts'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { notices } from '../../ui/notices/notices.tsx'
import { useArchiving } from '../../ui/notices/use-archiving.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from '../lists/lists.module.css'

interface BuiltForm {
  id: string
  TITRE: string
  NATURES: readonly string[]
  CHAMPS: readonly Champ[]
  ACTIF: 0 | 1
  REVISION: number
}

interface FormListProps<F extends BuiltForm> {
  forms: readonly F[]
  natures: readonly { id: string; LIBELLE: string }[]
  hrefOf: (id: string) => string
  onChange: (id: string, patch: { ACTIF: 0 | 1 }) => Promise<unknown>
  /** Beside the title. */
  mark?: (form: F) => ReactNode
}

/** The report forms of a company: each opens its builder, is archived or proposed again. */
export function FormList<F extends BuiltForm>({ forms, natures, hrefOf, onChange, mark }: FormListProps<F>) {
  const archiving = useArchiving()
  const archive = ({ id, TITRE }: F, ACTIF: 0 | 1): Promise<boolean> =>
    archiving(ACTIF === 0, async () => {
      await onChange(id, { ACTIF })
      notices.success(ACTIF === 0 ? text.archivedNotice(TITRE) : text.restoredNotice(TITRE))
    })
  const namesOf = ({ NATURES }: F): string =>
    NATURES.length === 0
      ? text.anyNature
      : NATURES.map((id) => natures.find((nature) => nature.id === id)?.LIBELLE ?? text.missingNature).join(', ')
  const row = (form: F, action: ReactNode) => (
    <li key={form.id} className={styles.row}>
      <div className={styles.words}>
        <div className={styles.name}>
          <RowLink href={hrefOf(form.id)} inset>
            {form.TITRE}
          </RowLink>
          {mark?.(form)}
        </div>
        <div className={styles.detail}>
          {[
            text.questionCount(form.CHAMPS.length),
            namesOf(form),
            ...(form.REVISION > 1 ? [text.version(form.REVISION)] : []),
          ].join(' · ')}
        </div>
      </div>
      {action}
    </li>
  )
  const ordered = forms.toSorted((a, b) => a.TITRE.localeCompare(b.TITRE, 'fr'))
  const active = ordered.filter(({ ACTIF }) => ACTIF === 1)
  const archived = ordered.filter(({ ACTIF }) => ACTIF === 0)
  return (
    <div className={styles.panels}>
      {active.length === 0 ? (
        <EmptyState text={text.empty} />
      ) : (
        <Panel title={text.active} count={active.length}>
          <ul className={styles.list} aria-label={text.active}>
            {active.map((form) =>
              row(
                form,
                <ActionIcon
                  variant="subtle"
                  color="ardoise"
                  size={44}
                  className={above}
                  aria-label={text.archiveOf(form.TITRE)}
                  title={text.archive}
                  onClick={() => void archive(form, 0)}
                >
                  <IconArchive size={18} stroke={1.7} aria-hidden />
                </ActionIcon>,
              ),
            )}
          </ul>
        </Panel>
      )}
      {archived.length === 0 ? null : (
        <Panel title={text.archived} count={archived.length}>
          <p className={styles.hint}>{text.archivedHint}</p>
          <ul className={styles.list} aria-label={text.archived}>
            {archived.map((form) =>
              row(
                form,
                <Button
                  variant="default"
                  className={above}
                  aria-label={text.restoreOf(form.TITRE)}
                  onClick={() => void archive(form, 1)}
                >
                  {text.restore}
                </Button>,
              ),
            )}
          </ul>
        </Panel>
      )}
    </div>
  )
}
