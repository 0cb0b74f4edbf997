import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { QuoteView } from '../../../schemas/space/devis.ts'
import { variantesText } from '../../text/variantes.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { noteView } from './note-view.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { SpacePage } from './space-page.tsx'
import { useSeen } from './use-seen.ts'
import { isToChoose } from './variants.ts'
import { VariantActions, VariantsChoice } from './variants-choice.tsx'

const text = variantesText.compared

function Choice({ quote }: { quote: QuoteView }) {
  const go = useGo()
  const variants = quote.variantes ?? []
  const ids = variants.map(({ IDDEVIS }) => IDDEVIS).join(' ')
  // All of them are on this screen, so all of them were read.
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) void noteView(id)
  }, [ids])
  return (
    <>
      {isToChoose(variants) ? <p className={styles.muted}>{text.intro}</p> : null}
      <VariantsChoice
        variants={variants}
        action={(variant, name) => (
          <VariantActions
            variant={variant}
            name={name}
            onChoose={() => go(paths.spaceQuote.sign(variant.IDDEVIS))}
            onRead={() => go(paths.spaceQuote.href(variant.IDDEVIS))}
          />
        )}
      />
    </>
  )
}

/** `/space/devis/{id}/variantes`: the variants of a quote side by side, one of which the customer signs (DAY-17). */
export function SpaceVariantsScreen() {
  const { id = '' } = useParams({ strict: false })
  const reading = useSeen(`/space/devis/${encodeURIComponent(id)}`, QuoteView)
  return (
    <SpacePage title={text.title} subtitle={reading.data?.OBJET}>
      <Shown reading={reading}>{(quote) => <Choice quote={quote} />}</Shown>
    </SpacePage>
  )
}
