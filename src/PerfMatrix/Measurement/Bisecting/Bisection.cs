namespace PerfMatrix.Measurement;

/// <summary>Measures one candidate of a bisection against the good end.</summary>
public interface IBisectJudge
{
    /// <summary>Judges a candidate by the confirming stage of the gate.</summary>
    /// <exception cref="OperationCanceledException">Interrupted; the candidate has no answer then.</exception>
    Task<BisectEvidence> JudgeAsync(BisectCandidate candidate, CancellationToken cancellation);
}

/// <summary>Runs a bisection, and writes its log after every step.</summary>
/// <param name="judge">Measures.</param>
/// <param name="file">The log.</param>
/// <param name="said">Is told of each step.</param>
public sealed class Bisection(IBisectJudge judge, string file, Action<string> said)
{
    /// <summary>Searches until nothing is left to test, going on from a log of the same question.</summary>
    /// <param name="question">The question, without steps.</param>
    /// <param name="cancellation">Interrupts; the log holds the steps so far.</param>
    /// <returns>The whole log.</returns>
    /// <exception cref="UsageException">The log in the folder is of another question, or cannot be read or written.</exception>
    public async Task<BisectDocument> RunAsync(BisectDocument question, CancellationToken cancellation)
    {
        var log = Resume(question);
        while (log.Next is TestNext next)
        {
            var candidate = log.Candidates[next.Candidate];
            said($"step {log.Steps.Count + 1}: {candidate.Title}");
            var evidence = await judge.JudgeAsync(candidate, cancellation);
            log = log with { Steps = [.. log.Steps, evidence] };
            BisectDocument.File.Write(file, log);
            said($"  {evidence.Answer.ToString().ToLowerInvariant()}: {evidence.Reason}");
        }

        return log;
    }

    private BisectDocument Resume(BisectDocument question)
    {
        if (BisectDocument.File.Find(file) is not { } log)
            return question;
        if (!log.Asks(question))
            throw new UsageException($"{file} is the log of another bisection (of {log.Metric} of {log.Cell}, {log.Candidates.Count} candidates); give another --out, or remove it");
        if (log.Steps.Count > 0)
            said($"continuing with {log.Steps.Count} {(log.Steps.Count == 1 ? "step" : "steps")} of {file}");
        return log;
    }
}
