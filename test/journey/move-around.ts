import type { Page } from 'playwright-core';

/** Goes to a screen by its button. */
export async function go(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen }).click();
}

/** Runs an action by its words, through the command palette. */
export async function runAction(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('What do you want to do?').fill(words);
  await page.getByRole('dialog', { name: 'Command palette' }).getByText(words).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByPlaceholder('What do you want to do?').waitFor({ state: 'detached' });
}
