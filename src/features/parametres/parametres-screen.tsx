import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import { LIST_FIELDS } from '../../../schemas/rules/lists.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import styles from '../../domain/lists/lists.module.css'
import { importsText as imports } from '../../text/imports.ts'
import { listsText as text } from '../../text/lists.ts'
import { ownCompanyText } from '../../text/own-company.ts'
import { reportFormsText as formsText } from '../../text/report-forms.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ChecklistPanel } from './checklist-panel.tsx'

function ListRow({ list }: { list: ReferenceList }) {
  const entries = useOffered(list)
  const { title, hint } = text.of[list]
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <RowLink href={paths.liste.href(list)} inset>
          {title}
        </RowLink>
        <div className={styles.detail}>{hint}</div>
      </div>
      <span className={styles.end}>{entries === undefined ? '' : text.count(entries.length)}</span>
    </li>
  )
}

const OWN = [
  { href: paths.reglages.href(), ...ownCompanyText.look },
  { href: paths.comptes.href(), ...ownCompanyText.accounts },
  { href: paths.courrier.href(), ...ownCompanyText.mail },
]

function FormsRow() {
  const forms = useLiveList('rapport', {})
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <RowLink href={paths.formulaire.href()} inset>
          {formsText.title}
        </RowLink>
        <div className={styles.detail}>{formsText.hint}</div>
      </div>
      <span className={styles.end}>
        {forms === undefined ? '' : formsText.count(forms.filter(({ ACTIF }) => ACTIF === 1).length)}
      </span>
    </li>
  )
}

/** /manager/parametres: what a director sets up for the company. */
export function ParametresScreen() {
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} />
      <div className={styles.panels}>
        <ChecklistPanel />
        <Panel title={ownCompanyText.company}>
          <ul className={styles.list} aria-label={ownCompanyText.company}>
            {OWN.map(({ href, title, hint }) => (
              <li key={href} className={styles.row}>
                <div className={styles.words}>
                  <RowLink href={href} inset>
                    {title}
                  </RowLink>
                  <div className={styles.detail}>{hint}</div>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={text.lists}>
          <ul className={styles.list} aria-label={text.lists}>
            {(Object.keys(LIST_FIELDS) as ReferenceList[]).map((list) => (
              <ListRow key={list} list={list} />
            ))}
          </ul>
        </Panel>
        <Panel title={text.documents}>
          <ul className={styles.list} aria-label={text.documents}>
            <FormsRow />
          </ul>
        </Panel>
        <Panel title={imports.entry}>
          <ul className={styles.list} aria-label={imports.entry}>
            <li className={styles.row}>
              <div className={styles.words}>
                <RowLink href={paths.imports.href()} inset>
                  {imports.title}
                </RowLink>
                <div className={styles.detail}>{imports.entryHint}</div>
              </div>
            </li>
          </ul>
        </Panel>
      </div>
    </>
  )
}
