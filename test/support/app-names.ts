/** The wallet apps of the phone, by their packages. The first is the one that the phone chooses. */
export const APPS = ['app.first', 'app.second', 'app.third'] as const;
export type App = (typeof APPS)[number];
