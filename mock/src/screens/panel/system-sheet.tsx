import { useState } from 'preact/hooks';
import type { AppChoice, InstalledApp } from '../../phone/wallet-apps.js';
import { Button, Picture, Text } from '../parts.js';

/**
 * What the phone's system or an app shows in place of a wallet: Android's chooser, the store for an app that
 * is not on the phone, or an app that never answers.
 */
export type SystemSheet = Readonly<
  | { type: 'chooser'; apps: readonly InstalledApp[] }
  | { type: 'store'; androidPackage: string }
  | { type: 'silent'; name: string }
>;

type SystemProps = Readonly<{
  sheet: SystemSheet;
  onChoose(choice: AppChoice): void;
  /** Called when the user goes back to the page. */
  onBack(): void;
}>;

/** Shows a {@link SystemSheet}. Escape goes back to the page, as the phone's own key does. */
export function System({ sheet, onChoose, onBack }: SystemProps) {
  return (
    <section
      class={`system is-${sheet.type}`}
      aria-labelledby="system-title"
      onKeyDown={({ key }) => key === 'Escape' && onBack()}
    >
      {sheet.type === 'chooser' ? (
        <Chooser apps={sheet.apps} onChoose={onChoose} onBack={onBack} />
      ) : (
        <div class="idle">
          {sheet.type === 'store' ? (
            <>
              <p class="quiet">Store</p>
              <h2 class="title" id="system-title">
                This app is not on the phone
              </h2>
              <p class="reason">
                <Text>{sheet.androidPackage}</Text>
              </p>
              <p class="quiet">A phone opens the store here. The page waits behind it.</p>
            </>
          ) : (
            <>
              <Picture name={sheet.name} />
              <h2 class="title" id="system-title">
                <Text>{sheet.name}</Text>
              </h2>
              <p class="quiet">This app has opened, and never answers.</p>
            </>
          )}
          <Button onPress={onBack}>Back to the page</Button>
        </div>
      )}
    </section>
  );
}

/** Android's question which app opens. */
function Chooser({
  apps,
  onChoose,
  onBack,
}: Pick<SystemProps, 'onChoose' | 'onBack'> & Readonly<{ apps: readonly InstalledApp[] }>) {
  const [chosen, setChosen] = useState(apps[0]?.androidPackage ?? '');
  const choose = (isAlways: boolean): void => onChoose({ androidPackage: chosen, isAlways });
  return (
    <div class="sheet">
      <div class="sheet-head">
        <h2 class="title" id="system-title">
          Open with
        </h2>
        <button type="button" class="leave" aria-label="Back to the page" onClick={onBack} />
      </div>
      <div class="choices" role="radiogroup" aria-labelledby="system-title">
        {apps.map(({ name, androidPackage }) => (
          <label key={androidPackage} class="choice">
            <input
              type="radio"
              name="app"
              checked={chosen === androidPackage}
              onChange={() => setChosen(androidPackage)}
            />
            <Picture name={name} />
            <span class="choice-name">
              <span class="label">
                <Text>{name}</Text>
              </span>
              <span class="quiet">{androidPackage}</span>
            </span>
          </label>
        ))}
      </div>
      <div class="sheet-buttons">
        <Button onPress={() => choose(false)}>Just once</Button>
        <Button onPress={() => choose(true)}>Always</Button>
      </div>
    </div>
  );
}
