namespace PerfMatrix.Runtimes;

/// <summary>Gives the published form of workloads: publishes them here, or takes what was published elsewhere.</summary>
public interface IPublisher : IDisposable
{
    /// <summary>Says for people what is about to be done.</summary>
    /// <param name="what">Number of workloads in words.</param>
    string Announce(string what);

    /// <summary>The publications of several workloads.</summary>
    /// <param name="requests">What is wanted.</param>
    /// <param name="progress">Told of each outcome as it is there.</param>
    /// <param name="cancellation">Cancels all.</param>
    /// <returns>The outcomes, in the order of the requests.</returns>
    /// <exception cref="UsageException">They cannot be had for a reason that concerns them all.</exception>
    Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, IProgress<PublishOutcome>? progress, CancellationToken cancellation);
}
