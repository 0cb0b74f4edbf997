import type { CalendarApp, createPreactView } from '@schedule-x/calendar'

/** Types that Schedule-X uses without exporting them. */
export type ViewConfig = Parameters<typeof createPreactView>[0]
export type SxView = ReturnType<typeof createPreactView>
export type SxApp = Parameters<ViewConfig['Component']>[0]['$app']
export type SxRangeConfig = Parameters<ViewConfig['setDateRange']>[0]
export type SxEvent = Parameters<CalendarApp['events']['set']>[0][number]
/** An event inside Schedule-X, with what it computes for drawing. */
export type SxGridEvent = SxApp['calendarEvents']['list']['value'][number]
