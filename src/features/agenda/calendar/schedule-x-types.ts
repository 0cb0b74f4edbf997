import type { CalendarApp, createPreactView } from '@schedule-x/calendar'

/** Types that Schedule-X uses without exporting them. */
export type ViewConfig = Parameters<typeof createPreactView>[0]
export type SxView = ReturnType<typeof createPreactView>
export type SxApp = Parameters<ViewConfig['Component']>[0]['$app']
export type SxRangeConfig = Parameters<ViewConfig['setDateRange']>[0]
export type SxRange = ReturnType<ViewConfig['setDateRange']>
export type SxEvent = Parameters<CalendarApp['events']['set']>[0][number]
export type SxInternalEvent = SxApp['calendarEvents']['list']['value'][number]
