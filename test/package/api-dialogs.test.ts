import { describe, expectTypeOf, it } from 'vitest';
import type {
  AppChoice,
  DialogChoice,
  DialogTexts,
  OnProgress,
  ProgressState,
  ScanReason,
  SessionUi,
  ShowQrCode,
  Want,
} from '../../src/index.js';
import type * as session from '../../src/transact/bytes.js';

// The compiler checks these tests. Running them has no effect.
describe('public types', () => {
  it('of progress: one event', () => {
    expectTypeOf<OnProgress>().toEqualTypeOf<
      (
        progress: Readonly<{ state: ProgressState; wallet?: Readonly<{ icon?: string; host?: string }> }>,
      ) => void
    >();
    expectTypeOf<session.SessionConfig['onProgress']>().toEqualTypeOf<OnProgress | undefined>();
  });

  it('of text values: in kebab-case', () => {
    expectTypeOf<Want>().toEqualTypeOf<'connect' | 'sign-in' | 'signature' | 'send' | 'other'>();
    expectTypeOf<ScanReason>().toEqualTypeOf<
      | 'first'
      | 'expired'
      | 'not-renewed'
      | 'idle'
      | 'wallet-left'
      | 'connection-lost'
      | 'cannot-connect'
      | 'cancelled'
    >();
  });

  it('of dialogs: choices in, one choice out', () => {
    type Asked = 'permission' | 'blocked' | 'notFound' | 'tapNeeded' | 'openIn';
    type Ask = NonNullable<SessionUi[Asked]>;
    expectTypeOf<DialogChoice>().toEqualTypeOf<
      | 'try-again'
      | 'open-wallet'
      | 'relay'
      | 'qr-code'
      | 'open-page'
      | 'other-app'
      | 'change-app'
      | 'system-app'
      | 'cancel'
    >();
    type ChooseApp = NonNullable<SessionUi['chooseApp']>;
    type App = Readonly<{
      id: `app:${string}`;
      name: string;
      icon?: string;
      installUrl?: string;
      last?: 'chosen' | 'failed';
    }>;
    expectTypeOf<AppChoice>().toEqualTypeOf<App>();
    expectTypeOf<Parameters<ChooseApp>[0]['apps']>().toEqualTypeOf<readonly App[]>();
    expectTypeOf<ReturnType<ChooseApp>>().toEqualTypeOf<Promise<DialogChoice | `app:${string}`>>();
    expectTypeOf<Parameters<SessionUi['waiting']>[0]['otherApp']>().toEqualTypeOf<
      Readonly<{ choice: 'other-app' | 'change-app'; press: () => void }> | undefined
    >();
    expectTypeOf<ReturnType<Ask>>().toEqualTypeOf<Promise<DialogChoice>>();
    type Options = { [Name in Asked]: Parameters<NonNullable<SessionUi[Name]>>[0] }[Asked];
    expectTypeOf<Options['choices']>().toEqualTypeOf<readonly Exclude<DialogChoice, 'cancel'>[]>();
    type Reason<Name extends keyof SessionUi> = Parameters<NonNullable<SessionUi[Name]>>[0] extends infer T
      ? T extends { reason: unknown }
        ? T['reason']
        : never
      : never;
    expectTypeOf<Reason<'scan'>>().toEqualTypeOf<ScanReason>();
    expectTypeOf<Reason<'blocked'>>().toEqualTypeOf<'browser' | 'policy'>();
    expectTypeOf<Reason<'notFound'>>().toEqualTypeOf<'no-answer' | 'own-link' | 'cannot-connect'>();
    expectTypeOf<Reason<'chooseApp'>>().toEqualTypeOf<'other-app' | 'declined' | 'change-app'>();
    type Keys<T> = T extends unknown ? keyof T : never;
    type Flag = `${'can' | 'cannot' | 'has' | 'is' | 'was'}${Capitalize<string>}`;
    expectTypeOf<Extract<Keys<Options | Parameters<ChooseApp>[0] | App>, Flag>>().toEqualTypeOf<never>();
  });

  it('of QR codes: by their name', () => {
    expectTypeOf<SessionUi['scan']>().toEqualTypeOf<ShowQrCode | undefined>();
    expectTypeOf<session.SessionConfig['scan']>().toEqualTypeOf<session.ShowQrCode | undefined>();
    expectTypeOf<Extract<keyof DialogTexts, `code${string}`>>().toEqualTypeOf<never>();
  });
});
