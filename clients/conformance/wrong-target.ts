import type {
  ClientApi,
  ClientMethod,
  ClientModel,
  ClientProfile,
} from "../../codegen/clients/model.ts";
import type { Answer, Call, Expectation, Target } from "./call.ts";
import { sampleCall, serve } from "./sample-target.ts";
import { roundCount, sampleValue } from "./sample-values.ts";
import { WrongValues } from "./wrong-values.ts";

type Case = { readonly call: Call; readonly answer: Answer; readonly expectation: Expectation };

/**
 * Results with one part that is not as the documents say: each member of each type is absent, is of every other kind, and
 * is outside of its range. Every client must return its error for an invalid response, which names the member.
 */
export function wrongTargets(model: ClientModel): Target[] {
  const made = new WrongValues(model);
  return model.profiles.map((profile) => wrongTarget(profile, made, model));
}

function wrongTarget(profile: ClientProfile, made: WrongValues, model: ClientModel): Target {
  const cases = profile.apis.flatMap((api) =>
    api.methods.flatMap((method) => casesOf(api, method, made, model)),
  );
  return {
    name: `results of wrong types, ${profile.name}`,
    profile: profile.name,
    lines: cases.map(({ call }) => call),
    volatile: [],
    expectations: cases.map(({ expectation }) => expectation),
    open: () => serve(cases.map(({ answer }) => answer)),
  };
}

function casesOf(
  api: ClientApi,
  method: ClientMethod,
  made: WrongValues,
  model: ClientModel,
): Case[] {
  const { type } = method.result;
  const call = sampleCall(api, method, 0, model);
  const failure = `${method.name}: `;
  const rounds = Array.from({ length: roundCount(type, model.types) }, (_, round) => round);
  return rounds.flatMap((round) =>
    made.of(type, sampleValue(type, round, model), method.name).map(
      ({ value, field }): Case => ({
        call,
        answer: { result: value },
        expectation: field === undefined ? { failure } : { failure, field },
      }),
    ),
  );
}
