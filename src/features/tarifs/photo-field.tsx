import { Button } from '@mantine/core'
import * as Type from 'typebox'
import { shapeOf } from '../../../schemas/reads-as.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { callApi } from '../../data/api/api.ts'
import { nothing } from '../../data/api/shape.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { ArticlePhoto } from '../../domain/articles/article-photo.tsx'
import { PhotoButton } from '../../domain/files/photo-button.tsx'
import { smallPhotoOf } from '../../domain/files/shrink-photo.ts'
import { articlesText } from '../../text/articles.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './tarifs.module.css'

const { photo: text } = articlesText
const isKept = shapeOf(Type.Object({ PHOTO: Type.String() }))

/** The photo of an article. It is saved at once, with a network, as the photos of the staff are; the server must know the article. */
export function PhotoField({ article }: { article: LocalRecord<'article'> | null }) {
  const { online } = useSync().status
  const { busy, whileBusy } = useBusy()
  // An article that the server has not accepted yet has no seq of it.
  const isKnown = article !== null && article.sync.seq > 0
  const path = `/articles/${encodeURIComponent(article?.id ?? '')}/photo`
  const choose = ([file]: File[]) =>
    whileBusy(async () => {
      if (!file) return
      await callApi(path, isKept, { method: 'PUT', body: await smallPhotoOf(file), ownRefusal: true })
      notices.success(text.saved)
    })
  const remove = () =>
    whileBusy(async () => {
      await callApi(path, nothing, { method: 'DELETE', ownRefusal: true })
      notices.success(text.removed)
    })
  return (
    <div className={styles.photo}>
      <ArticlePhoto photo={article?.PHOTO ?? null} size={120} />
      <div className={styles.photoActions}>
        <PhotoButton
          label={text.choose}
          busy={busy}
          multiple={false}
          disabled={!online || !isKnown}
          onFiles={(files) => void choose(files)}
        />
        {article?.PHOTO ? (
          <Button variant="default" disabled={!online || busy} onClick={() => void remove()}>
            {text.remove}
          </Button>
        ) : null}
        <p className={styles.hint}>{isKnown ? (online ? text.hint : text.offline) : text.notSent}</p>
      </div>
    </div>
  )
}
